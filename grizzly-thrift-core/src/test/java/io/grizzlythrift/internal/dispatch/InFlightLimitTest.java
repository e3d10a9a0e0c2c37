package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.limits.ConcurrencyLimit;
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

/** Tests the limits of calls in flight, per connection and per server, and the queue timeout. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class InFlightLimitTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final Duration QUEUE_TIMEOUT = Duration.ofMillis(300);

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

    /** Creates the calls {@code from} to {@code to - 1}. */
    private static byte[][] calls(String method, int from, int to) throws Exception {
        byte[][] calls = new byte[to - from][];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = HeldProcessor.call(PROTOCOL, method, from + i);
        }
        return calls;
    }

    private static void assertReplies(RawClient client, int from, int to) throws Exception {
        for (int id = from; id < to; id++) {
            Reply reply = client.readReply(PROTOCOL);
            assertEquals(reply.sequenceId(), id);
            assertFalse(reply.isException(), "call " + id + " was rejected");
        }
    }

    private static String assertRejected(RawClient client, String method, int sequenceId) throws Exception {
        String message = client.readReply(PROTOCOL)
                .assertFailure(method, sequenceId, TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(message.startsWith("rejected: "), message);
        return message;
    }

    private static void awaitNothingInFlight(ThriftServer server) {
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    /**
     * A call leaves the limit before its reply can be read, so a limit of 1 serves a peer that waits for each reply.
     */
    public void aLimitOfOneServesCallAfterCall(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, new HeldProcessor(), 1);
                RawClient client = new RawClient(server)) {
            for (int id = 0; id < 2_000; id++) {
                client.sendFrames(fast(id));
                assertReplies(client, id, id + 1);
            }
        }
    }

    @DataProvider
    static Object[][] strategiesThatReadWhileCallsRun() {
        return new Object[][] {{Strategies.WORKER_THREAD}, {Strategies.LEADER_FOLLOWER}};
    }

    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void readingPausesAtTheLimitAndResumesAtHalf(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, limits -> limits.maxInFlightPerConnection(2));
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(hold(0), hold(1));
            Await.that("reading goes on", () -> server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) == 1);
            client.sendFrames(hold(2), fast(3));
            for (int i = 10; i < 20; i++) { // gives the server time for twenty reads
                other.sendFrames(fast(i));
                assertReplies(other, i, i + 1);
            }
            assertFalse(processor.hasStarted(2), "read beyond the limit");
            processor.release(0);
            processor.awaitStart(2);
            assertReplies(client, 0, 1);
            processor.release(1);
            processor.release(2);
            assertReplies(client, 1, 4);
            assertTrue(log.awaitCount("pauses: 2 calls are in flight, maxInFlightPerConnection is 2") >= 1, log.text());
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
    public void pipelinedCallsGetRepliesInOrder(Strategies strategy, int limit) throws Exception {
        int calls = 4000;
        int held = 250;
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, limits -> limits.maxInFlightPerConnection(limit));
                RawClient client = new RawClient(server)) {
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    client.sendFrames(calls("hold", 0, held));
                    for (int from = held; from < calls; from += 250) {
                        client.sendFrames(calls("fast", from, from + 250));
                    }
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            // The thread that reads has replied to all calls of a read before the next one, if no other connection is
            // served.
            boolean answersAtOnce = strategy == Strategies.SAME_THREAD;
            Await.that(
                    "reading does not pause",
                    () -> answersAtOnce || server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) > 0);
            for (int id = 0; id < held; id++) {
                processor.release(id);
            }
            assertReplies(client, 0, calls);
            sent.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertEquals(server.counters().rejectedCalls(), 0);
            client.sendFrames(fast(calls));
            assertReplies(client, calls, calls + 1);
            awaitNothingInFlight(server);
        }
    }

    public void aReadIsAdmittedUpToTheLimit(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        try (ThriftServer server = start(strategy, new Everything.Processor<>(handler), 2);
                RawClient client = new RawClient(server)) {
            for (int round = 0; round < 20; round++) {
                client.sendFrames(
                        REQUESTS.echoString(1, "first"),
                        REQUESTS.oneway("note", 2, new Everything.note_args("admitted " + round)),
                        REQUESTS.echoString(3, "third"),
                        REQUESTS.oneway("note", 4, new Everything.note_args("rejected " + round)),
                        REQUESTS.echoString(5, "fifth"));
                client.readReply(PROTOCOL).assertEchoString(1, "first");
                for (int id = 3; id <= 5; id += 2) {
                    String rejection = assertRejected(client, "echoString", id);
                    assertTrue(rejection.contains("maxInFlight is 2"), rejection);
                }
                handler.noted("admitted " + round).get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
                assertFalse(handler.noted("rejected " + round).isDone(), "a rejected oneway call ran");
                awaitNothingInFlight(server);
                assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 3L * (round + 1));
                assertEquals(server.counters().rejectedCalls(), 3L * (round + 1));
            }
        }
    }

    /** An adaptive limit with equal bounds. The server stays ready: reaching this limit is normal. */
    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void theConcurrencyLimitRejectsCalls(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient()
                                .maxInFlight(10)
                                .concurrencyLimit(ConcurrencyLimit.adaptive().withBounds(1, 1))
                                .build())
                        .build()
                        .start();
                RawClient first = new RawClient(server);
                RawClient second = new RawClient(server)) {
            assertEquals(server.counters().inFlightLimit(), 1);
            first.sendFrames(hold(1));
            processor.awaitStart(1);
            second.sendFrames(fast(2));
            String rejection = assertRejected(second, "fast", 2);
            assertEquals(rejection, "rejected: too many calls are in flight, concurrencyLimit is 1 now");
            assertEquals(server.counters().reached(LimitType.CONCURRENCY_LIMIT), 1);
            assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 0);
            processor.release(1);
            assertReplies(first, 1, 2);
            awaitNothingInFlight(server);
            second.sendFrames(fast(3));
            assertReplies(second, 3, 4);
        }
    }

    /** Each round keeps as many calls in flight as the limit allows, until the server raises it. */
    @Test(dataProvider = "defaultStrategy", dataProviderClass = Strategies.class)
    public void theConcurrencyLimitRisesWhileItIsInUse(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient()
                                .maxInFlight(100)
                                .concurrencyLimit(ConcurrencyLimit.adaptive()
                                        .withBounds(1, 100)
                                        .withTolerance(ConcurrencyLimit.MAX_TOLERANCE))
                                .build())
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int id = 0; server.counters().inFlightLimit() == 1; id++) {
                client.sendFrames(hold(id));
                processor.awaitStart(id);
                processor.release(id);
                assertReplies(client, id, id + 1);
            }
            assertTrue(
                    server.counters().inFlightLimit() <= 100,
                    "limit " + server.counters().inFlightLimit());
        }
    }

    /** A method with its own threads has its own places: its calls say nothing about those of the server. */
    @Test(dataProvider = "defaultStrategy", dataProviderClass = Strategies.class)
    public void theConcurrencyLimitIsThatOfMethodsWithoutTheirOwnThreads(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient()
                                .maxInFlight(100)
                                .concurrencyLimit(ConcurrencyLimit.adaptive()
                                        .withBounds(1, 100)
                                        .withTolerance(ConcurrencyLimit.MAX_TOLERANCE))
                                .build())
                        .method("hold", MethodOptions.ofThreads(1))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
            for (int id = 0; System.nanoTime() < end; id++) {
                client.sendFrames(hold(id));
                processor.awaitStart(id);
                processor.release(id);
                assertReplies(client, id, id + 1);
            }
            assertEquals(server.counters().inFlightLimit(), 1);
        }
    }

    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void theLimitAppliesToAllConnectionsTogether(Strategies strategy) throws Exception {
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
                assertRejected(third, "fast", id);
                assertFalse(processor.hasStarted(id), "a rejected call ran");
            }
            first.sendFrames(fast(20)); // rejected as well, behind the call that runs
            Await.that("not rejected", () -> server.counters().rejectedCalls() == 11);
            assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 11);
            processor.release(1);
            assertReplies(first, 1, 2);
            assertRejected(first, "fast", 20);
            Await.that("the place is not free", () -> server.counters().inFlight() == 1);
            third.sendFrames(fast(30));
            assertReplies(third, 30, 31);
            processor.release(2);
            assertReplies(second, 2, 3);
            awaitNothingInFlight(server);
            assertTrue(log.awaitCount("too many calls are in flight, maxInFlight is 2") >= 1, log.text());
        }
    }

    /** Each call leaves the limit when its reply is written, not when the whole read is done. */
    public void callsLeaveTheLimitWhileLaterCallsOfTheirReadRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = start(strategy, processor, 100);
                RawClient client = new RawClient(server)) {
            client.sendFrames(calls("hold", 0, 4));
            for (int id = 0; id < 2; id++) {
                processor.awaitStart(id);
                processor.release(id);
            }
            processor.awaitStart(2);
            assertReplies(client, 0, 2); // flushed by the timer while call 2 runs, on one thread
            processor.release(2);
            processor.awaitStart(3);
            Await.that(
                    "the ended calls count as in flight",
                    () -> server.counters().inFlight() <= 2);
            processor.release(3);
            assertReplies(client, 2, 4);
            awaitNothingInFlight(server);
        }
    }

    public void callsOfClosedConnectionsLeaveTheLimit(Strategies strategy) throws Exception {
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

    public void queuedCallsLeaveTheLimitWhenTheServerStops(Strategies strategy) throws Exception {
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

    public void failedCallsLeaveTheLimit(Strategies strategy) throws Exception {
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
            client.send(new byte[] {0, 0, 0, 4, 1, 2, 3, 4}); // not a message, so the connection is closed
            client.assertClosedByServer();
            awaitNothingInFlight(server);
        }
    }

    /** All threads run handlers, and more calls of the same read wait. */
    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = InFlightLimitTest.class)
    public void overdueCallsAreRejected(Strategies strategy) throws Exception {
        for (boolean held = false; !held; ) {
            held = areRejected(strategy, new HeldProcessor());
        }
    }

    /** Returns false if a loaded machine also exceeded the queue timeout of the first calls, so that none is held. */
    private static boolean areRejected(Strategies strategy, HeldProcessor processor) throws Exception {
        int held = strategy.concurrentCalls();
        try (ThriftServer server = start(strategy, processor, limits -> limits.queueTimeout(QUEUE_TIMEOUT));
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            byte[][] calls = Arrays.copyOf(calls("hold", 0, held + 2), held + 3);
            calls[held + 2] = REQUESTS.oneway("fast", held + 2, new Base.ping_args());
            client.sendFrames(calls);
            Await.that(
                    "calls neither start nor are rejected",
                    () -> started(processor, held) == held || server.counters().reached(LimitType.QUEUE_TIMEOUT) > 3);
            if (started(processor, held) < held) {
                for (int id = 0; id < held + 2; id++) {
                    processor.release(id);
                }
                return false;
            }
            Await.pass(QUEUE_TIMEOUT.plusMillis(1));
            for (int id = 0; id < held; id++) {
                processor.release(id);
            }
            assertReplies(client, 0, held);
            for (int id = held; id < held + 2; id++) {
                String rejection = assertRejected(client, "hold", id);
                assertTrue(
                        rejection.matches("rejected: it waited for \\d+ ms, queueTimeout is 300 ms")
                                && Integer.parseInt(rejection.replaceAll("\\D+(\\d+).*", "$1")) >= 300,
                        rejection);
            }
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            for (int id = held; id < held + 3; id++) {
                assertFalse(processor.hasStarted(id), "call " + id + " ran, but was to be rejected");
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

    /** Returns false if this call also exceeded the queue timeout, as it may on a loaded machine. */
    private static boolean isServed(RawClient client, int sequenceId) {
        try {
            client.sendFrames(fast(sequenceId));
            return !client.readReply(PROTOCOL).isException();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
