package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ChainServer;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.ServerThreads;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/** Tests the limits of a server in a filter chain built by hand, and the threads that check them. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ChainLimitsTest {
    private static final ThriftProtocol PROTOCOL = ChainServer.PROTOCOL;
    private static final Duration SHORT = Duration.ofMillis(20);

    private static byte[] fast(int sequenceId) throws Exception {
        return HeldProcessor.call(PROTOCOL, "fast", sequenceId);
    }

    public void timeoutsApply(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient()
                .frameTimeout(SHORT)
                .writeTimeout(SHORT)
                .maxReplyBytes(32 << 20)
                .build();
        try (ChainServer server = new ChainServer(strategy, new SizedProcessor(16 << 20), limits)) {
            try (RawClient client = server.connect()) {
                client.send(new byte[] {0});
                client.assertClosedByServer();
            }
            try (RawClient client = server.connect()) {
                client.sendFrames(fast(1));
                Await.that(
                        "the write timeout is not reached",
                        () -> server.counters().reached(LimitType.WRITE_TIMEOUT) == 1);
            }
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), 1);
            Await.that("connections are left", () -> server.counters().openConnections() == 0);
        }
    }

    public void idleConnectionsAreClosed(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient().idleTimeout(SHORT).build();
        try (ChainServer server = new ChainServer(strategy, new HeldProcessor(), limits);
                RawClient client = server.connect()) {
            client.assertClosedByServer();
            assertEquals(server.counters().reached(LimitType.IDLE_TIMEOUT), 1);
        }
    }

    /** {@link ConnectionTimeoutsTest} tests the age with each strategy. */
    @Test(dataProvider = "defaultStrategy")
    public void oldConnectionsAreClosed(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        ServerLimits limits =
                Strategies.patient().maxConnectionAge(Duration.ofSeconds(1)).build();
        try (ChainServer server = new ChainServer(strategy, processor, limits);
                RawClient client = clientWithARunningCall(server, processor)) {
            long before = server.counters().reached(LimitType.MAX_CONNECTION_AGE);
            Await.pass(Duration.ofMillis(1_250));
            Await.that(
                    "the connection with a running call was closed",
                    () -> server.counters().openConnections() == 1);
            processor.release(1);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
            client.assertClosedByServer();
            assertEquals(server.counters().reached(LimitType.MAX_CONNECTION_AGE), before + 1);
        }
    }

    /**
     * Opens a connection and starts a call on it; retries if a loaded machine let the connection grow too old first.
     */
    private static RawClient clientWithARunningCall(ChainServer server, HeldProcessor processor) throws Exception {
        for (int tooOld = 0; ; tooOld++) {
            int before = tooOld;
            RawClient client = server.connect();
            try {
                client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
            } catch (SocketException closed) {
                client.close();
                continue;
            }
            Await.that(
                    "the call never runs",
                    () -> processor.hasStarted(1) || server.counters().reached(LimitType.MAX_CONNECTION_AGE) > before);
            if (processor.hasStarted(1)) {
                return client;
            }
            client.close();
        }
    }

    public void callsInFlightAreLimited(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient().maxInFlight(1).build();
        try (ChainServer server = new ChainServer(strategy, new HeldProcessor(), limits);
                RawClient client = server.connect()) {
            client.sendFrames(fast(1), fast(2));
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
            client.readReply(PROTOCOL).assertFailure("fast", 2, TApplicationException.INTERNAL_ERROR);
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
        }
    }

    public void theBudgetOfTheFrameFilterApplies(Strategies strategy) throws Exception {
        MemoryBudget memory = new MemoryBudget(1 << 20);
        try (ChainServer server = new ChainServer(
                strategy,
                new SizedProcessor(32 << 20),
                Strategies.patient().maxReplyBytes(64 << 20).build(),
                memory)) {
            try (RawClient modest = server.connect();
                    RawClient greedy = server.connect()) {
                modest.send(ByteBuffer.allocate(4 + 100).putInt(4000).array());
                Await.that("the partial frame is not counted", () -> memory.usedBytes() == 4000);
                greedy.sendFrames(fast(1));
                Await.that(
                        "the budget is not exceeded",
                        () -> server.counters().reached(LimitType.MAX_BUFFERED_BYTES) == 1);
                assertEquals(server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 4000);
                Await.that(
                        "the replies are still counted", () -> server.counters().bufferedBytes() == 4000);
            }
            Await.that("memory is not released", () -> memory.usedBytes() == 0);
        }
    }

    public void threadsEndWithTheFilter(Strategies strategy) throws Exception {
        Set<Thread> started;
        try (ChainServer server = new ChainServer(
                        strategy, new HeldProcessor(), Strategies.patient().build());
                RawClient client = server.connect()) {
            client.sendFrames(fast(1));
            client.readFrame();
            started = ServerThreads.of(server.name());
            assertNames(started, server.name() + "-timeout-monitor", server.name() + "-flush-timer");
        }
        ServerThreads.assertEnd(started);
    }

    public void threadsEndWithTheServer(Strategies strategy) throws Exception {
        String name = UniqueName.of("limits");
        Set<Thread> started;
        try (ThriftServer server = strategy.builder(new HeldProcessor())
                .name(name)
                .protocol(PROTOCOL)
                .build()
                .start()) {
            started = ServerThreads.of(name);
            assertNames(started, name + "-timeout-monitor", name + "-flush-timer");
            assertEquals(server.counters().inFlight(), 0);
        }
        ServerThreads.assertEnd(started);
        ServerThreads.assertEnd(ServerThreads.of(name));
    }

    private static void assertNames(Set<Thread> threads, String... names) {
        Set<String> found = threads.stream().map(Thread::getName).collect(Collectors.toSet());
        assertTrue(found.containsAll(Set.of(names)), found.toString());
    }
}
