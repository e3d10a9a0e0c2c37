package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.call.ClientTimeout;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests that rejecting a call takes no work that the peer chooses: nothing is decompressed, and nothing is created anew
 * for each call. A call that was not decompressed gets its rejection without the name of its method.
 */
@Test(timeOut = 60_000)
public final class CheapRejectionsTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int HELD = 100;
    private static final int OUT_OF_ORDER = 1;
    private static final int CALLS = 50;

    private HeldProcessor processor;
    private final List<AutoCloseable> open = new ArrayList<>();
    private ThriftServer server;

    @BeforeMethod
    void makeProcessor() {
        processor = new HeldProcessor();
    }

    @AfterMethod(alwaysRun = true)
    void close() throws Exception {
        processor.release(HELD);
        for (AutoCloseable each : open) {
            each.close();
        }
        open.clear();
    }

    private ThriftServerBuilder serve() {
        return Strategies.WORKER_THREAD.builder(processor).strategy(WorkerThreadStrategy.ofThreads(1));
    }

    private void start(ThriftServerBuilder builder) {
        server = builder.build().start();
        open.add(server);
    }

    private RawClient connect() throws Exception {
        RawClient client = new RawClient(server);
        open.add(client);
        return client;
    }

    private void occupy() throws Exception {
        connect().sendFrames(HeldProcessor.call(PROTOCOL, "hold", HELD));
        processor.awaitStart(HELD);
    }

    /** Repeats a call that waited too long itself, on a busy machine. Returns how often. */
    private long occupyDespiteTimeout() throws Exception {
        RawClient client = connect();
        while (!processor.hasStarted(HELD)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", HELD));
            Await.that("the call starts or is rejected", () -> processor.hasStarted(HELD) || client.hasBytes());
            if (client.hasBytes()) {
                client.readReply(PROTOCOL);
            }
        }
        return server.counters().rejectedCalls();
    }

    private static HeaderFrame fast(int id) throws Exception {
        return HeaderFrame.of(PROTOCOL, id, HeldProcessor.call(PROTOCOL, "fast", id))
                .flags(OUT_OF_ORDER);
    }

    @DataProvider(name = "transforms")
    static Object[][] transforms() {
        return new Object[][] {
            {new int[] {HeaderFrame.ZLIB}},
            {new int[] {HeaderFrame.ZSTD}},
            {new int[] {HeaderFrame.ZSTD, HeaderFrame.ZLIB}}
        };
    }

    private static HeaderFrame compressed(int id, int[] transforms) throws Exception {
        HeaderFrame call = fast(id);
        for (int transform : transforms) {
            call.compress(transform);
        }
        return call;
    }

    private static void assertRejected(RawClient client, int id, String reason) throws Exception {
        HeaderFrame reply = HeaderFrame.read(client.readFrame());
        assertEquals(reply.sequenceId(), id);
        assertEquals(reply.transforms(), List.of());
        String message = reply.reply()
                .assertFailure("", id, TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(message.startsWith("rejected: ") && message.contains(reason), message);
    }

    private void assertNoneRan() {
        assertNoneRan(0);
    }

    private void assertNoneRan(long rejectedBefore) {
        for (int id = 1; id <= CALLS; id++) {
            assertFalse(processor.hasStarted(id));
        }
        assertEquals(server.counters().rejectedCalls() - rejectedBefore, CALLS);
        assertEquals(
                server.metrics().methods().stream()
                        .mapToLong(method -> method.calls(ServerCallOutcome.Kind.REJECTED))
                        .sum(),
                server.counters().rejectedCalls());
    }

    private byte[][] all(int[] transforms) throws Exception {
        byte[][] calls = new byte[CALLS][];
        for (int id = 1; id <= CALLS; id++) {
            calls[id - 1] = compressed(id, transforms).bytes();
        }
        return calls;
    }

    @Test(dataProvider = "transforms")
    void overTheLimit(int[] transforms) throws Exception {
        start(serve().limits(Strategies.patient().maxInFlight(1).build()));
        occupy();
        RawClient client = connect().sendFrames(all(transforms));
        for (int id = 1; id <= CALLS; id++) {
            assertRejected(client, id, "maxInFlight is 1");
        }
        assertNoneRan();
    }

    @Test(dataProvider = "transforms")
    void withoutRoomInTheQueue(int[] transforms) throws Exception {
        start(serve().strategy(WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1)));
        occupy();
        connect().sendFrames(HeldProcessor.call(PROTOCOL, "fast", HELD + 1));
        Await.that("a read waits", () -> server.counters().inFlight() == 2);
        RawClient client = connect().sendFrames(all(transforms));
        for (int id = 1; id <= CALLS; id++) {
            assertRejected(client, id, "queueCapacity is 1");
        }
        assertNoneRan();
    }

    /** The timeout monitor rejects them. */
    @Test(dataProvider = "transforms")
    void thatWaitedTooLong(int[] transforms) throws Exception {
        ServerLimits.Builder limits = Strategies.patient().queueTimeout(Duration.ofMillis(1));
        start(serve().limits(limits.build()));
        long before = occupyDespiteTimeout();
        RawClient client = connect().sendFrames(all(transforms));
        for (int id = 1; id <= CALLS; id++) {
            assertRejected(client, id, "queueTimeout is 1 ms");
        }
        assertNoneRan(before);
    }

    /** The thread of the call rejects them. */
    @Test(dataProvider = "transforms")
    void whoseDeadlineHasPassed(int[] transforms) throws Exception {
        start(serve());
        occupy();
        byte[][] calls = new byte[CALLS][];
        for (int id = 1; id <= CALLS; id++) {
            calls[id - 1] =
                    compressed(id, transforms).header(ClientTimeout.HEADER, "1").bytes();
        }
        RawClient client = connect().sendFrames(calls);
        Await.that("calls wait", () -> server.counters().inFlight() == CALLS + 1);
        long begin = System.nanoTime();
        Await.that("time stands still", () -> System.nanoTime() - begin > 2_000_000);
        processor.release(HELD);
        for (int id = 1; id <= CALLS; id++) {
            assertRejected(client, id, "deadline");
        }
        assertNoneRan();
    }

    /** The thread that stops the server rejects them. */
    @Test(dataProvider = "transforms")
    void whenTheServerStops(int[] transforms) throws Exception {
        start(serve());
        occupy();
        connect().sendFrames(all(transforms));
        Await.that("calls wait", () -> server.counters().inFlight() == CALLS + 1);
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> server.shutdown(Duration.ZERO));
        stopped.join();
        Await.that("calls end", () -> server.counters().inFlight() == 0); // the other thread may reject some, too
        assertNoneRan();
    }

    @Test(dataProvider = "transforms")
    void byTheThreadsOfAMethod(int[] transforms) throws Exception {
        start(serve().method("other", MethodOptions.ofThreads(1))
                .limits(Strategies.patient().maxInFlight(1).build()));
        occupy();
        RawClient client = connect().sendFrames(all(transforms));
        for (int id = 1; id <= CALLS; id++) {
            assertRejected(client, id, "maxInFlight is 1");
        }
        assertNoneRan();
    }

    /** A protocol that the user provides, so that the test can count its objects. */
    @Test
    void createsNoProtocol() throws Exception {
        AtomicInteger created = new AtomicInteger();
        TProtocolFactory counted = transport -> {
            created.incrementAndGet();
            return new TBinaryProtocol(transport);
        };
        start(serve().protocol(counted)
                .limits(Strategies.patient().maxInFlight(1).build()));
        occupy();
        RawClient client = connect();
        int afterFirst = 0;
        for (int round = 0; round < 2; round++) {
            byte[][] calls = new byte[CALLS][];
            for (int id = 1; id <= CALLS; id++) {
                calls[id - 1] = HeldProcessor.call(PROTOCOL, "fast", id);
            }
            client.sendFrames(calls);
            for (int id = 1; id <= CALLS; id++) {
                client.readReply(PROTOCOL).assertFailure("fast", id, TApplicationException.INTERNAL_ERROR);
            }
            if (round == 0) {
                afterFirst = created.get();
            }
        }
        assertEquals(created.get(), afterFirst);
    }

    /** Rejected and served calls use the same protocol objects: neither leaves anything behind in them. */
    @Test(dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
    void nextToServedCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        start(strategy.builder(processor)
                .protocol(protocol)
                .limits(Strategies.patient().maxInFlight(3).build()));
        RawClient client = connect();
        int served = 0;
        for (int round = 0; round < 20; round++) {
            byte[][] calls = new byte[CALLS][];
            for (int id = 1; id <= CALLS; id++) {
                calls[id - 1] = HeldProcessor.call(protocol, "fast", id);
            }
            client.sendFrames(calls);
            for (int id = 1; id <= CALLS; id++) {
                var reply = client.readReply(protocol);
                assertEquals(reply.sequenceId(), id);
                if (reply.isException()) {
                    reply.assertFailure("fast", id, TApplicationException.INTERNAL_ERROR);
                } else {
                    served++;
                }
            }
        }
        assertTrue(served >= 20, served + " were served");
    }

    /** The first bytes that are no message end the connection; nothing behind them is looked at. */
    @Test
    void stopsWithTheConnection() throws Exception {
        start(serve().limits(Strategies.patient().maxInFlight(1).build()));
        occupy();
        byte[][] garbage = new byte[CALLS][];
        for (int i = 0; i < CALLS; i++) {
            garbage[i] = new byte[] {0, 0, 0, 0, 5};
        }
        connect().sendFrames(garbage).readUntilClosedByServer();
        Await.that("calls end", () -> server.counters().droppedCalls() == CALLS - 1);
        assertEquals(server.counters().protocolErrors(), 1);
        assertEquals(server.counters().inFlight(), 1);
    }
}
