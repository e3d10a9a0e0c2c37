package io.grizzlythrift.metrics;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ServerCallOutcome.Kind;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TType;
import org.testng.annotations.Test;

/** Tests the metrics of calls that arrive over a socket. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class CallMetricsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final Requests REQUESTS = new Requests(PROTOCOL);

    private final EverythingHandler handler = new EverythingHandler();

    private ThriftServerBuilder builder(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(handler))
                .service("second", new Everything.Processor<>(handler))
                .protocol(PROTOCOL);
    }

    private static MethodMetrics read(ThriftServer server, String service, String method) {
        return server.metrics().method(service, method).orElseThrow();
    }

    /** Sends all calls at once. Returns the size of all replies. */
    private static long exchange(RawClient client, int replies, List<byte[]> messages) throws Exception {
        client.sendFrames(messages.toArray(byte[][]::new));
        long bytes = 0;
        for (int i = 0; i < replies; i++) {
            bytes += client.readFrame().length;
        }
        return bytes;
    }

    private static List<byte[]> times(int count, byte[] message) {
        return Collections.nCopies(count, message);
    }

    private static void assertCounted(MethodMetrics read, Kind kind, long calls, long messageBytes, long replyBytes) {
        assertEquals(read.calls(), calls, read.toString());
        assertEquals(read.calls(kind), calls, read.toString());
        assertEquals(read.messageBytes(), messageBytes, read.toString());
        assertEquals(read.replyBytes(), replyBytes, read.toString());
    }

    public void everyKindOfCall(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                RawClient client = new RawClient(server)) {
            byte[] echo = REQUESTS.echoString(1, "fine");
            long replied = exchange(client, 100, times(100, echo));
            assertCounted(read(server, "", "echoString"), Kind.REPLIED, 100, 100L * echo.length, replied);

            byte[] second = REQUESTS.call("second:echoString", 2, new Everything.echoString_args("fine"));
            replied = exchange(client, 3, times(3, second));
            assertCounted(read(server, "second", "echoString"), Kind.REPLIED, 3, 3L * second.length, replied);

            byte[] failing = REQUESTS.call("fail", 3, new Everything.fail_args(Failure.RUNTIME.name()));
            replied = exchange(client, 2, times(2, failing));
            assertCounted(read(server, "", "fail"), Kind.HANDLER_FAILED, 2, 2L * failing.length, replied);

            byte[] declared = REQUESTS.call("judge", 4, new Everything.judge_args(1));
            replied = exchange(client, 1, times(1, declared));
            assertCounted(read(server, "", "judge"), Kind.REPLIED, 1, declared.length, replied);

            byte[] cut = REQUESTS.callWithField("echoList", 5, TType.STRING, out -> out.writeI32(1 << 20));
            replied = exchange(client, 2, times(2, cut));
            assertCounted(read(server, "", "echoList"), Kind.BAD_ARGUMENTS, 2, 2L * cut.length, replied);

            byte[] unknown = REQUESTS.call("nosuch", 6, new Everything.echoString_args(""));
            byte[] nowhere = REQUESTS.call("third:echoString", 7, new Everything.echoString_args(""));
            replied = exchange(client, 2, List.of(unknown, nowhere));
            MethodMetrics other = read(server, "", ServerMetrics.OTHER);
            assertCounted(other, Kind.UNKNOWN_METHOD, 2, unknown.length + nowhere.length, replied);

            byte[] note = REQUESTS.oneway("note", 8, new Everything.note_args("noted " + strategy));
            exchange(client, 1, List.of(note, echo));
            handler.noted("noted " + strategy).join();
            Await.that(
                    "oneway calls are not counted",
                    () -> read(server, "", "note").messageBytes() > 0); // counted after the call
            assertCounted(read(server, "", "note"), Kind.REPLIED, 1, note.length, 0);
            assertEquals(read(server, "", "echoBool").calls(), 0);
        }
    }

    public void rejectedCalls(Strategies strategy) throws Exception {
        ServerLimits one = Strategies.patient().maxInFlight(1).build();
        try (ThriftServer server = builder(strategy).limits(one).build().start();
                RawClient client = new RawClient(server)) {
            byte[] echo = REQUESTS.echoString(1, "fine");
            client.sendFrames(echo, echo, echo);
            client.readReply(PROTOCOL).assertEchoString(1, "fine");
            long rejected = 0;
            for (int i = 0; i < 2; i++) {
                byte[] reply = client.readFrame();
                new Reply(PROTOCOL, reply).assertFailure("echoString", 1, TApplicationException.INTERNAL_ERROR);
                rejected += reply.length;
            }
            MethodMetrics read = read(server, "", "echoString");
            assertEquals(read.calls(Kind.REPLIED), 1);
            assertEquals(read.calls(Kind.REJECTED), 2);
            assertTrue(read.replyBytes() > rejected, read.toString());
            assertEquals(read.handled().count(), 1);
            assertEquals(read.queued().count(), 1);
        }
    }

    /** The time is at least as long as the test observed the call to run, and no longer than the test took. */
    public void timeInTheHandler(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                RawClient client = new RawClient(server)) {
            String key = "handled " + strategy;
            long before = System.nanoTime();
            client.sendFrames(REQUESTS.call("hold", 1, new Everything.hold_args(key)));
            handler.held(key).entered.join();
            Duration least = awaitTime(Duration.ofMillis(30));
            handler.held(key).reply.complete("");
            client.readFrame();
            Duration most = Duration.ofNanos(System.nanoTime() - before);
            Timing handled = read(server, "", "hold").handled();
            assertEquals(handled.count(), 1);
            assertEquals(handled.max(), handled.total());
            assertTrue(handled.total().compareTo(least) >= 0, handled + " of at least " + least);
            assertTrue(handled.total().compareTo(most) <= 0, handled + " of at most " + most);
            exchange(client, 50, times(50, REQUESTS.echoString(1, "fine")));
            Timing quick = read(server, "", "echoString").handled();
            assertEquals(quick.count(), 50);
            Duration since = Duration.ofNanos(System.nanoTime() - before).minus(least);
            assertTrue(quick.max().compareTo(since) <= 0, quick + " within " + since);
        }
    }

    /** Each thread holds a call, and one more waits behind them. */
    public void timeInQueue(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy).build().start();
                RawClient client = new RawClient(server)) {
            List<byte[]> messages = new ArrayList<>();
            for (int i = 0; i < strategy.concurrentCalls(); i++) {
                messages.add(REQUESTS.call("hold", i, new Everything.hold_args("queued " + strategy + i)));
            }
            messages.add(REQUESTS.echoString(99, "late"));
            long before = System.nanoTime();
            client.sendFrames(messages.toArray(byte[][]::new));
            for (int i = 0; i < strategy.concurrentCalls(); i++) {
                handler.held("queued " + strategy + i).entered.join();
            }
            Duration least = awaitTime(Duration.ofMillis(30));
            for (int i = 0; i < strategy.concurrentCalls(); i++) {
                handler.held("queued " + strategy + i).reply.complete("");
            }
            for (int i = 0; i < messages.size(); i++) {
                client.readFrame();
            }
            Duration most = Duration.ofNanos(System.nanoTime() - before);
            Timing queued = read(server, "", "echoString").queued();
            assertEquals(queued.count(), 1);
            assertTrue(queued.total().compareTo(least) >= 0, queued + " of at least " + least);
            assertTrue(queued.total().compareTo(most) <= 0, queued + " of at most " + most);
        }
    }

    /** Calls are counted whether the handler replies, on any thread, or never. */
    public void callsOfAsynchronousHandlers(Strategies strategy) throws Exception {
        AsyncEverything asynchronous = new AsyncEverything(Runnable::run);
        try (ThriftServer server = strategy.builder(asynchronous.processor())
                        .protocol(PROTOCOL)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[] echo = REQUESTS.echoString(1, "at once");
            long replied = exchange(client, 3, times(3, echo));
            assertCounted(read(server, "", "echoString"), Kind.REPLIED, 3, 3L * echo.length, replied);
            assertEquals(read(server, "", "echoString").handled().count(), 3);

            byte[] hold = REQUESTS.call("hold", 2, new Everything.hold_args("answered"));
            client.sendFrames(hold);
            AsyncMethodCallback<Object> callback = asynchronous.held("answered").get();
            Duration least = awaitTime(Duration.ofMillis(5));
            callback.onComplete("late");
            replied = client.readFrame().length;
            MethodMetrics read = read(server, "", "hold");
            assertCounted(read, Kind.REPLIED, 1, hold.length, replied);
            assertTrue(read.handled().total().compareTo(least) >= 0, read.handled() + " of at least " + least);
        }
        ServerLimits limits =
                Strategies.patient().callTimeout(Duration.ofMillis(200)).build();
        try (ThriftServer server = strategy.builder(asynchronous.processor())
                        .protocol(PROTOCOL)
                        .limits(limits)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            byte[] never = REQUESTS.call("hold", 3, new Everything.hold_args("never"));
            client.sendFrames(never);
            long replied = client.readFrame().length;
            assertCounted(read(server, "", "hold"), Kind.TIMED_OUT, 1, never.length, replied);
            assertEquals(read(server, "", "hold").handled().count(), 1);
        }
    }

    /** Lets time pass. Returns how much has passed. */
    private static Duration awaitTime(Duration time) {
        long begin = System.nanoTime();
        Await.pass(time);
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
