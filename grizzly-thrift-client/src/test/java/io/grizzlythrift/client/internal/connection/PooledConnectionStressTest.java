package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallBuffer;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.Race;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.Messages;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.TestSize;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.Reporter;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

/**
 * Tests concurrent events that may end a call of a real connection: its reply, its deadline, its caller, the end of the
 * connection. There is no socket; the test sends and receives in its place.
 */
public class PooledConnectionStressTest {
    private static final int ROUNDS = TestSize.of(3_000, 12_000);
    private static final int FIRST_ID = CloseNotice.CLIENT_ID;
    private static final long TIMEOUT_NANOS = 1_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final ThriftClientConfig config = ClientConfigs.of(ThriftClient.builder()
            .name("stress")
            .endpoint("127.0.0.1", 1)
            .protocol(ThriftProtocol.COMPACT)
            .maxInFlightPerConnection(2)
            .maxWaitingPerEndpoint(2));
    private final ClientThreads threads = new ClientThreads("stress", 1, 1, clock::get);
    private final CallCompletion completion = new CallCompletion(config, threads, clock::get);
    private final CodecPool codecs = new CodecPool(
            threads,
            () -> new CallCodec(config.protocol(), WireFormat.FRAMED, config.maxFrameBytes(), new ByteLimit(1)));
    private final ClientContext context = new ClientContext(config, threads, completion, codecs, clock::get);
    private final byte[] reply = Messages.reply(ThriftProtocol.COMPACT, "recorded", FIRST_ID, "text");
    private final Map<String, Integer> tally = new TreeMap<>();

    public PooledConnectionStressTest() throws Exception {}

    @AfterClass(alwaysRun = true)
    void stopThreads() {
        threads.shutdown();
    }

    /** One call on its own connection, and all events of it. */
    private final class Round {
        private final QuietEndpoint endpoint = new QuietEndpoint(context);
        private final PooledConnection connection = new PooledConnection(context, endpoint);
        private final RecordedCall call = new RecordedCall(false, TIMEOUT_NANOS, clock.get());
        private final RecordedCall young = new RecordedCall(false, TIMEOUT_NANOS, clock.get());
        private final long lateBefore = completion.counters().lateReplies();
        private boolean cancelled;

        Round() {
            assertTrue(connection.take(call));
            assertEquals(call.sequenceId(), FIRST_ID);
        }

        /** Does the first step of the writer. */
        void send() {
            call.beginSending();
        }

        void receive() {
            connection.replies(FrameBatch.of(reply, 0, reply.length));
        }

        void timeOut() {
            connection.overdue(call, call.deadline());
        }

        void cancel() {
            cancelled = connection.cancel(call);
        }

        void end() {
            connection.end(new EndReason(FailureCause.CONNECTION_RESET, "the test ends it"));
        }

        void beginYoung() {
            assertTrue(connection.take(young));
            young.frame(new CallBuffer(new byte[1]), 0, 1, 0);
            connection.send(young);
        }

        void check(boolean ended) {
            int endings = call.endings() + (cancelled ? 1 : 0);
            assertEquals(endings, 1, "endings of a call, by " + winner());
            boolean late = completion.counters().lateReplies() > lateBefore;
            int held = call.state() == PendingCall.ABANDONED && !late ? 1 : 0;
            if (ended) {
                assertTrue(connection.isClosed());
                assertEquals(young.endings(), 1, "endings of a call that begins while the connection ends");
                assertSame(young.failure().failure(), FailureCause.CONNECTION_RESET);
                assertFalse(young.failure().mayHaveRun());
            } else {
                assertEquals(young.endings(), 0);
                connection.cancel(young);
            }
            assertEquals(connection.load(), held, "calls that hold a place, after " + winner());
            if (held > 0 && !ended) {
                connection.replies(FrameBatch.of(reply, 0, reply.length));
                assertEquals(connection.load(), 0, "the late reply frees the place");
            }
            tally.merge(winner() + (held > 0 ? ", pending" : late ? ", replied late" : ""), 1, Integer::sum);
            unsetTimers();
        }

        /** The timer thread would spend most of the time on the timers of thousands of rounds. */
        private void unsetTimers() {
            endpoint.health().ejection().close();
            end();
        }

        private String winner() {
            if (cancelled) {
                return "cancelled";
            }
            CallFailedException failure = call.failure();
            return failure == null ? "replied" : failure.failure() + (failure.mayHaveRun() ? " sent" : " queued");
        }
    }

    @Test(timeOut = 300_000)
    void aCallEndsOnceDuringConcurrentEvents() {
        try (Race race = new Race()) {
            for (int i = 0; i < ROUNDS && !(race.takesLong() && haveRaced()); i++) {
                Round round = new Round();
                race.run(List.of(round::send, round::receive, round::timeOut, round::cancel, round::beginYoung));
                round.check(false);
            }
        }
        logAndClearTally();
    }

    @Test(timeOut = 300_000)
    void aCallEndsOnceWhenItsConnectionEnds() {
        try (Race race = new Race()) {
            for (int i = 0; i < ROUNDS && !(race.takesLong() && haveRaced()); i++) {
                Round round = new Round();
                round.send();
                race.run(List.of(round::receive, round::timeOut, round::end, round::beginYoung));
                round.check(true);
            }
        }
        logAndClearTally();
    }

    /** Returns whether the calls have ended in different ways. */
    private boolean haveRaced() {
        return tally.size() > 2;
    }

    private void logAndClearTally() {
        Reporter.log("endings of up to " + ROUNDS + " calls: " + tally, true);
        assertTrue(haveRaced(), "the threads did not race: " + tally);
        tally.clear();
    }
}
