package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ClientConfigs;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.client.testing.scripted.ProbeCalls;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.testkit.ReceivedCall;
import io.grizzlythrift.testkit.ScriptedConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that a peer that disappeared silently is distinguished from a slow one, and its connection replaced. */
public class SilentPeerTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Three of them exceed the second that a silence must last. */
    private static final Duration SHORT = Duration.ofMillis(350);

    private static final String QUESTION = "does it speak framed COMPACT without TLS?";
    private static final ThriftClientConfig CONFIG = ClientConfigs.of(
            ThriftClient.builder().name("silent").endpoint("127.0.0.1", 1).protocol(ThriftProtocol.COMPACT));

    /** The clock of the timers; the test sets it. */
    private final AtomicLong clock = new AtomicLong();

    private ClientThreads threads;
    private CallCompletion completion;
    private PooledConnection connection;

    @BeforeMethod
    void open() {
        clock.set(0);
        threads = new ClientThreads("silent", 1, 1, clock::get);
        completion = new CallCompletion(CONFIG, threads, clock::get);
        ClientContext context = new ClientContext(
                CONFIG,
                threads,
                completion,
                new CodecPool(
                        threads,
                        () -> new CallCodec(
                                CONFIG.protocol(), WireFormat.FRAMED, CONFIG.maxFrameBytes(), new ByteLimit(1))),
                clock::get);
        connection = new PooledConnection(context, new QuietEndpoint(context));
    }

    @AfterMethod(alwaysRun = true)
    void stopThreads() {
        threads.shutdown();
    }

    /** Returns a call that was sent. */
    private RecordedCall sent(long timeout, long started) {
        RecordedCall call = new RecordedCall(false, timeout, started);
        assertTrue(connection.take(call));
        assertTrue(call.beginSending());
        return call;
    }

    private void timeOut(PendingCall... calls) {
        long now = 0;
        for (PendingCall call : calls) {
            now = Math.max(now, call.deadline());
        }
        for (PendingCall call : calls) {
            connection.overdue(call, now);
        }
        connection.calls().afterAbandoning();
    }

    private void assertReplaced(boolean replaced) {
        assertEquals(connection.isClosed(), replaced);
        assertEquals(completion.counters().silentConnections(), replaced ? 1 : 0);
    }

    @Test
    public void threeConsecutiveTimeoutsReplaceTheConnection() {
        connection.countRead();
        for (int i = 0; i < 2; i++) {
            timeOut(sent(SECOND, i * SECOND));
            assertReplaced(false);
        }
        AtomicBoolean closedWhenTold = new AtomicBoolean();
        RecordedCall third = new RecordedCall(false, SECOND, 2 * SECOND) {
            @Override
            public void failed(CallFailedException cause) {
                closedWhenTold.set(connection.isClosed());
                super.failed(cause);
            }
        };
        assertTrue(connection.take(third) && third.beginSending());
        RecordedCall inFlight = sent(SECOND, 5 * SECOND / 2);
        timeOut(third);
        assertReplaced(true);
        assertSame(third.failure().failure(), FailureCause.TIMED_OUT);
        assertTrue(closedWhenTold.get(), "the next call of this caller would go to the old connection");
        CallFailedException failure = inFlight.failure();
        assertSame(failure.failure(), FailureCause.CONNECTION_RESET);
        assertTrue(failure.mayHaveRun());
        assertTrue(
                failure.getMessage().contains("3 calls in a row timed out, and no byte came for 3000 ms"),
                failure.getMessage());
    }

    @Test
    public void threeConcurrentTimeoutsReplaceTheConnection() {
        timeOut(sent(SECOND, 0), sent(SECOND, 1), sent(SECOND, 2));
        assertReplaced(true);
    }

    @Test
    public void unsentCallsCount() {
        connection.countRead();
        List<RecordedCall> queued = threeQueued();
        timeOut(queued.toArray(PendingCall[]::new));
        assertReplaced(true);
        assertFalse(queued.get(0).failure().mayHaveRun());
    }

    /** Although no byte ever came: a call that was sent shows that the connection is open. */
    @Test
    public void unsentCallsCountAfterOneThatWasSent() {
        List<RecordedCall> calls = new ArrayList<>(List.of(sent(SECOND, 0)));
        calls.addAll(threeQueued());
        timeOut(calls.toArray(PendingCall[]::new));
        assertReplaced(true);
    }

    @Test
    public void callsBeforeTheConnectionIsOpenDoNotCount() {
        timeOut(threeQueued().toArray(PendingCall[]::new));
        assertReplaced(false);
    }

    /** Bytes of a TLS handshake, which has its own timeout. */
    @Test
    public void bytesBeforeAConnectionIsOpenDoNotCount() {
        assertTrue(connection.bytesRead());
        timeOut(threeQueued().toArray(PendingCall[]::new));
        assertReplaced(false);
    }

    private List<RecordedCall> threeQueued() {
        List<RecordedCall> queued = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            RecordedCall call = new RecordedCall(false, SECOND, 0);
            assertTrue(connection.take(call));
            queued.add(call);
        }
        return queued;
    }

    @Test
    public void anyByteRestartsTheCount() {
        for (int i = 0; i < 10; i++) {
            timeOut(sent(SECOND, 0), sent(SECOND, 0));
            connection.countRead();
        }
        RecordedCall before = sent(SECOND, 0);
        connection.countRead();
        timeOut(before);
        assertReplaced(false);
        timeOut(sent(SECOND, 0), sent(SECOND, 0));
        assertReplaced(false);
        timeOut(sent(SECOND, 0));
        assertReplaced(true);
    }

    /** It may still get a reply: on a server with one thread, the short calls wait for it. */
    @Test
    public void aLongCallInFlightKeepsTheConnection() {
        RecordedCall longCall = sent(10 * SECOND, 0);
        for (int i = 0; i < 9; i++) {
            timeOut(sent(SECOND, i * SECOND));
            assertReplaced(false);
        }
        assertNull(longCall.failure());
        timeOut(sent(SECOND, 9 * SECOND), longCall);
        assertReplaced(true);
        assertSame(longCall.failure().failure(), FailureCause.TIMED_OUT);
    }

    /** Of many calls that started within a few ticks, the first to time out does not end the others. */
    @Test
    public void concurrentCallsEndAtTheirDeadlines() {
        List<RecordedCall> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(sent(SECOND, i * SECOND / 100));
        }
        for (RecordedCall call : calls) {
            assertReplaced(false);
            timeOut(call);
            assertSame(call.failure().failure(), FailureCause.TIMED_OUT);
        }
        assertReplaced(true);
    }

    @Test
    public void cancelledCallsDoNotCount() {
        for (int i = 0; i < 10; i++) {
            RecordedCall call = sent(SECOND, 0);
            assertTrue(connection.cancel(call));
            connection.overdue(call, 10 * SECOND);
            connection.calls().afterAbandoning();
        }
        assertReplaced(false);
    }

    /** Callers that do not wait until the deadline leave no timeout behind. */
    @Test
    public void abandonedCallsStallAConnectionWhateverFollowsThem() {
        cancelEach(9);
        assertFalse(connection.isStalled(SECOND), "too early");
        cancelEach(1);
        assertTrue(connection.isStalled(SECOND));
        connection.countRead();
        assertFalse(connection.isStalled(SECOND), "a byte came");
        cancelEach(10);
        assertTrue(connection.isStalled(SECOND));
    }

    /** Nobody looked meanwhile: the time without calls is no silence. */
    @Test
    public void anIdleTimeIsNoSilence() {
        assertFalse(connection.isStalled(SECOND));
        clock.addAndGet(60 * SECOND);
        assertTrue(connection.cancel(sent(SECOND, clock.get())));
        clock.addAndGet(SECOND / 100);
        assertFalse(connection.isStalled(SECOND));
        cancelEach(10);
        assertTrue(connection.isStalled(SECOND));
    }

    /** Makes this many calls within tenths of a second, each of which is cancelled once the next one is in flight. */
    private void cancelEach(int calls) {
        RecordedCall last = sent(SECOND, clock.get());
        assertTrue(connection.cancel(last));
        last = sent(SECOND, clock.get());
        connection.isStalled(SECOND);
        for (int i = 0; i < calls; i++) {
            clock.addAndGet(SECOND / 10);
            RecordedCall next = sent(SECOND, clock.get());
            assertTrue(connection.cancel(last));
            last = next;
            connection.isStalled(SECOND);
        }
    }

    @Test
    public void aCallThatMayTakeLongerKeepsTheConnection() {
        RecordedCall longCall = sent(10 * SECOND, clock.get());
        cancelEach(20);
        assertFalse(connection.isStalled(SECOND), "it may still have its reply");
        assertTrue(connection.cancel(longCall));
        assertTrue(connection.isStalled(SECOND));
    }

    @Test
    public void aTimeoutMentionsTheProtocolOnlyBeforeTheFirstByte() {
        RecordedCall unheard = sent(SECOND, 0);
        RecordedCall queued = new RecordedCall(false, SECOND, 0);
        assertTrue(connection.take(queued));
        timeOut(unheard, queued);
        assertTrue(unheard.failure().getMessage().contains("no byte came from this peer: " + QUESTION));
        assertFalse(queued.failure().getMessage().contains(QUESTION), "it was not even sent");
        RecordedCall heard = sent(SECOND, 0);
        connection.countRead();
        timeOut(heard);
        assertFalse(
                heard.failure().getMessage().contains(QUESTION), heard.failure().getMessage());
    }

    @Test
    public void theNextCallHasAnotherConnection() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            ScriptedConnection connection = server.connect(client);
            Probe.FutureIface soon =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(SHORT));
            for (int i = 0; i < 3; i++) {
                assertEquals(client.counters().silentConnections(), 0);
                CallFailedException failure = CallResults.failure(soon.echo("into the dark"));
                assertSame(failure.failure(), FailureCause.TIMED_OUT, failure.getMessage());
                if (failure.mayHaveRun()) { // on a loaded machine its deadline may pass before it is sent
                    server.take();
                }
            }
            ProbeCalls.awaitClosed(connection);
            CompletableFuture<String> next =
                    client.stub(Probe.FutureIface.class).echo("and on");
            ProbeCalls.reply(server.take());
            assertEquals(CallResults.result(next), "and on");
            assertEquals(client.counters().silentConnections(), 1);
            assertEquals(server.acceptedConnections(), 2);
        }
    }

    @Test
    public void aSlowServerKeepsItsConnection() throws Exception {
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            server.connect(client);
            Probe.FutureIface soon =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(SHORT));
            for (int i = 1; i <= 4; i++) {
                ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(() -> soon.echo("too late"));
                CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
                ProbeCalls.reply(sent.request());
                int late = i;
                Await.that("the reply is lost", () -> client.counters().lateReplies() == late);
            }
            assertEquals(client.counters().silentConnections(), 0);
            assertEquals(server.acceptedConnections(), 1);
        }
    }

    @Test
    public void lostPipelinedCallsAreLoggedOnce() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name("pipelined").build()) {
            for (int round = 0; round < 2; round++) {
                server.connect(client);
                // a caller has its reply before it is counted; a call that starts in between was not alone in flight
                Await.that(
                        "a reply is not counted",
                        () -> client.endpoints().get(0).inFlight() == 0);
                losePipelined(server, client);
            }
            assertEquals(log.awaitCount(server.endpoint() + " replies to single calls"), 1, log.toString());
            assertEquals(log.awaitCount("maxInFlightPerConnection(1)"), 1, log.toString());
        }
    }

    @Test
    public void aSlowServerIsNotLoggedAsLosingPipelinedCalls() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().name("slow").build()) {
            server.connect(client);
            Probe.FutureIface soon =
                    client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(SHORT));
            ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(() -> soon.echo("alone"));
            CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
            ProbeCalls.reply(sent.request());
            Await.that("the reply is lost", () -> client.counters().lateReplies() == 1);
            losePipelined(server, client);
            assertEquals(log.count("maxInFlightPerConnection(1)"), 0, log.toString());
        }
    }

    /** Lets three calls time out behind a call without a reply. */
    private static void losePipelined(ProbeServer server, ThriftClient client) throws Exception {
        CompletableFuture<String> held = client.stub(Probe.FutureIface.class).echo("held");
        List<ReceivedCall> lost = new ArrayList<>(server.take(1));
        Probe.FutureIface soon =
                client.stub(Probe.FutureIface.class, CallOptions.create().withTimeout(SHORT));
        for (int i = 0; i < 3; i++) {
            ProbeServer.Sent<CompletableFuture<String>> sent = server.takeSent(() -> soon.echo("pipelined"));
            CallResults.failure(sent.call(), FailureCause.TIMED_OUT, true);
            lost.add(sent.request());
        }
        for (ReceivedCall request : lost) {
            ProbeCalls.reply(request);
        }
        assertEquals(CallResults.result(held), "held");
    }
}
