package io.grizzlythrift.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** No more calls in flight than may be, of one connection or of all, and none that has waited for too long. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class InFlightLimitTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final Duration QUEUE_TIMEOUT = Duration.ofSeconds(1);

    private static ThriftServer start(
            Strategies strategy, TProcessor processor, UnaryOperator<ServerLimits.Builder> limits) {
        return strategy.builder(processor)
                .limits(limits.apply(Strategies.patient()).build())
                .build()
                .start();
    }

    private static ThriftServer start(Strategies strategy, TProcessor processor, int maxInFlight) {
        return start(strategy, processor, limits -> limits.maxInFlight(maxInFlight));
    }

    private static byte[] fast(int sequenceId) throws Exception {
        return HeldProcessor.call(PROTOCOL, "fast", sequenceId);
    }

    private static byte[] hold(int sequenceId) throws Exception {
        return HeldProcessor.call(PROTOCOL, "hold", sequenceId);
    }

    /** The calls {@code from} to {@code to - 1}. */
    private static byte[][] calls(String method, int from, int to) throws Exception {
        byte[][] calls = new byte[to - from][];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = HeldProcessor.call(PROTOCOL, method, from + i);
        }
        return calls;
    }

    private static void assertAnswered(RawClient client, int from, int to) throws Exception {
        for (int id = from; id < to; id++) {
            Reply reply = client.readReply(PROTOCOL);
            assertEquals(reply.sequenceId(), id);
            assertFalse(reply.isException(), "call " + id + " was refused");
        }
    }

    private static String assertRefused(RawClient client, String method, int sequenceId) throws Exception {
        String message = client.readReply(PROTOCOL)
                .assertFailure(method, sequenceId, TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(message.startsWith("rejected: "), message);
        return message;
    }

    private static void awaitNothingInFlight(ThriftServer server) {
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    /** The place of a call is free when its reply can be read: one place serves one peer that waits for each reply. */
    public void onePlaceServesCallAfterCall(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, new HeldProcessor(), 1);
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < 2_000; id++) {
                client.sendFrames(fast(id));
                assertAnswered(client, id, id + 1);
            }
        }
    }

    @DataProvider
    static Object[][] strategiesThatReadWhileCallsRun() {
        return new Object[][] {{Strategies.WORKER_THREAD}, {Strategies.LEADER_FOLLOWER}};
    }

    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void readingPausesAtTheLimitAndGoesOnAtHalf(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, limits -> limits.maxInFlightPerConnection(2));
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(hold(0), hold(1));
            Await.that("reading goes on", () -> server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) == 1);
            client.sendFrames(hold(2), fast(3));
            for (int i = 10; i < 20; i++) { // as long as it takes to read twenty times
                other.sendFrames(fast(i));
                assertAnswered(other, i, i + 1);
            }
            assertFalse(processor.hasStarted(2), "read beyond the limit");
            processor.release(0);
            processor.awaitStart(2);
            assertAnswered(client, 0, 1);
            processor.release(1);
            processor.release(2);
            assertAnswered(client, 1, 4);
            assertEquals(log.awaitCount("pauses: 2 calls are in flight, maxInFlightPerConnection is 2"), 1, log.text());
            awaitNothingInFlight(server);
        }
    }

    @DataProvider
    static Object[][] strategiesAndLimits() {
        return Arrays.stream(Strategies.values())
                .flatMap(strategy ->
                        Arrays.stream(new int[] {1, 2, 100}).mapToObj(limit -> new Object[] {strategy, limit}))
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "strategiesAndLimits", dataProviderClass = InFlightLimitTest.class)
    public void everyPipelinedCallIsAnsweredInOrder(Strategies strategy, int limit) throws Exception {
        int calls = 4000;
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, limits -> limits.maxInFlightPerConnection(limit));
                RawClient client = new RawClient(server)) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    for (int from = 0; from < calls; from += 250) {
                        client.sendFrames(calls("fast", from, from + 250));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertAnswered(client, 0, calls);
            sent.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            // The thread that reads has answered all of a read before the next one, if nobody else is to be served.
            boolean answersAtOnce = strategy == Strategies.SAME_THREAD;
            assertTrue(
                    answersAtOnce || server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) > 0,
                    "never paused");
            assertEquals(server.counters().rejectedCalls(), 0);
            client.sendFrames(fast(calls));
            assertAnswered(client, calls, calls + 1);
            awaitNothingInFlight(server);
        }
    }

    public void ofOneReadAsManyAreAdmittedAsFit(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server = start(strategy, new Everything.Processor<>(handler), 2);
                RawClient client = new RawClient(server)) {
            for (int round = 0; round < 20; round++) {
                client.sendFrames(
                        REQUESTS.echoString(1, "first"),
                        REQUESTS.oneway("note", 2, new Everything.note_args("admitted " + round)),
                        REQUESTS.echoString(3, "third"),
                        REQUESTS.oneway("note", 4, new Everything.note_args("refused " + round)),
                        REQUESTS.echoString(5, "fifth"));
                client.readReply(PROTOCOL).assertEchoString(1, "first");
                for (int id = 3; id <= 5; id += 2) {
                    String rejection = assertRefused(client, "echoString", id);
                    assertTrue(rejection.contains("maxInFlight is 2"), rejection);
                }
                handler.noted("admitted " + round).get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
                assertFalse(handler.noted("refused " + round).isDone(), "a refused oneway call ran");
                awaitNothingInFlight(server);
                assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 3L * (round + 1));
                assertEquals(server.counters().rejectedCalls(), 3L * (round + 1));
            }
        }
    }

    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void callsOfAllConnectionsCountTogether(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, 2);
                LogCapture log = LogCapture.start();
                RawClient first = new RawClient(server);
                RawClient second = new RawClient(server);
                RawClient third = new RawClient(server)) {
            first.sendFrames(hold(1));
            processor.awaitStart(1);
            second.sendFrames(hold(2));
            processor.awaitStart(2);
            assertEquals(server.counters().inFlight(), 2);
            for (int id = 10; id < 20; id++) {
                third.sendFrames(fast(id));
                assertRefused(third, "fast", id);
                assertFalse(processor.hasStarted(id), "a refused call ran");
            }
            first.sendFrames(fast(20)); // refused as well, behind the call that runs
            Await.that("not refused", () -> server.counters().rejectedCalls() == 11);
            assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 11);
            processor.release(1);
            assertAnswered(first, 1, 2);
            assertRefused(first, "fast", 20);
            Await.that("the place is not free", () -> server.counters().inFlight() == 1);
            third.sendFrames(fast(30));
            assertAnswered(third, 30, 31);
            processor.release(2);
            assertAnswered(second, 2, 3);
            awaitNothingInFlight(server);
            assertTrue(log.awaitCount("too many calls are in flight, maxInFlight is 2") >= 1, log.text());
        }
    }

    /** Each call frees its place when its reply has left, not when the last of its read has. */
    public void placesAreFreeWhileLaterCallsOfTheSameReadRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, 100);
                RawClient client = new RawClient(server)) {
            client.sendFrames(calls("hold", 0, 4));
            for (int id = 0; id < 2; id++) {
                processor.awaitStart(id);
                processor.release(id);
            }
            processor.awaitStart(2);
            assertAnswered(client, 0, 2); // swept while call 2 runs, on one thread
            processor.release(2);
            processor.awaitStart(3);
            Await.that(
                    "the ended calls count as in flight",
                    () -> server.counters().inFlight() <= 2);
            processor.release(3);
            assertAnswered(client, 2, 4);
            awaitNothingInFlight(server);
        }
    }

    public void callsOfClosedConnections(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, 100)) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(calls("hold", 0, 10));
                processor.awaitStart(0);
                assertEquals(server.counters().inFlight(), 10);
            }
            for (int id = 0; id < 10; id++) {
                processor.release(id);
            }
            awaitNothingInFlight(server);
            Await.that("the connection stays", () -> server.counters().openConnections() == 0);
        }
    }

    public void callsInTheQueueWhenTheServerStops(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        ThriftServer server = start(strategy, processor, 100);
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                RawClient client = new RawClient(server);
                clients.add(client);
                client.sendFrames(calls("hold", 10 * i, 10 * i + 10));
            }
            processor.awaitStart(0);
        } finally {
            server.shutdown(Duration.ZERO);
            for (RawClient client : clients) {
                client.close();
            }
        }
        awaitNothingInFlight(server);
    }

    public void callsWhoseHandlersFail(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server = start(strategy, new Everything.Processor<>(handler), 100);
                LogCapture quiet = LogCapture.start();
                RawClient client = new RawClient(server)) {
            for (Failure failure : Failure.values()) {
                client.sendFrames(
                        REQUESTS.call("fail", 1, new Everything.fail_args(failure.name())),
                        REQUESTS.oneway("fail", 2, new Everything.fail_args(failure.name())),
                        REQUESTS.call("brokenStruct", 3, new Everything.brokenStruct_args("unset")),
                        REQUESTS.call("unknown", 4, new Everything.fail_args("")));
                for (int id : new int[] {1, 3, 4}) {
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), id, failure + quiet.text());
                }
                awaitNothingInFlight(server);
            }
            client.send(new byte[] {0, 0, 0, 4, 1, 2, 3, 4}); // no message: the connection is closed
            client.assertClosedByServer();
            awaitNothingInFlight(server);
        }
    }

    /** Every thread is in a handler, and more calls of the same read wait. */
    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void callsThatHaveWaitedForTooLongAreRefused(Strategies strategy) throws Exception {
        for (boolean held = false; !held; ) {
            held = areRefused(strategy, new HeldProcessor());
        }
    }

    /** Returns false if on a loaded machine the first calls, too, have waited for too long, so that nothing is held. */
    private static boolean areRefused(Strategies strategy, HeldProcessor processor) throws Exception {
        int held = strategy.concurrentCallsOfOneConnection();
        try (ThriftServer server = start(strategy, processor, limits -> limits.queueTimeout(QUEUE_TIMEOUT));
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            byte[][] calls = Arrays.copyOf(calls("hold", 0, held + 2), held + 3);
            calls[held + 2] = REQUESTS.oneway("fast", held + 2, new Base.ping_args());
            client.sendFrames(calls);
            Await.that(
                    "calls neither begin nor are refused",
                    () -> started(processor, held) == held || server.counters().reached(LimitType.QUEUE_TIMEOUT) > 3);
            if (started(processor, held) < held) {
                for (int id = 0; id < held + 2; id++) {
                    processor.release(id);
                }
                return false;
            }
            long begin = System.nanoTime();
            Await.that("time stands still", () -> System.nanoTime() - begin > QUEUE_TIMEOUT.toNanos());
            for (int id = 0; id < held; id++) {
                processor.release(id);
            }
            assertAnswered(client, 0, held);
            for (int id = held; id < held + 2; id++) {
                String rejection = assertRefused(client, "hold", id);
                assertTrue(
                        rejection.matches("rejected: it waited for \\d+ ms, queueTimeout is 1000 ms")
                                && Integer.parseInt(rejection.replaceAll("\\D+(\\d+).*", "$1")) >= 1000,
                        rejection);
            }
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            for (int id = held; id < held + 3; id++) {
                assertFalse(processor.hasStarted(id), "call " + id + " ran, but was to be refused");
            }
            assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), 3);
            assertEquals(server.counters().rejectedCalls(), 3);
            assertTrue(log.awaitCount("a call is rejected: it waited for") >= 1, log.text());
            Await.that("the connection does not go on", () -> isServed(client, 99));
            return true;
        }
    }

    private static int started(HeldProcessor processor, int calls) {
        return (int) IntStream.range(0, calls).filter(processor::hasStarted).count();
    }

    /** Not for sure at once: on a loaded machine this call, too, may have waited. */
    private static boolean isServed(RawClient client, int sequenceId) {
        try {
            client.sendFrames(fast(sequenceId));
            return !client.readReply(PROTOCOL).isException();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
