package io.grizzlythrift.inspect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.testng.annotations.Test;

/** Tests that snapshots stay small beside many calls and connections, and do not disturb calls. */
@Test(timeOut = 120_000)
public final class HostileSnapshotTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int CALLS_PER_CONNECTION = 1_000;

    private final HeldProcessor processor = new HeldProcessor();

    @Test
    public void listsTheOldestOfManyCalls() throws Exception {
        int connections = TestSize.of(10, 100);
        Deque<RawClient> clients = new ArrayDeque<>();
        try (ThriftServer server = Strategies.WORKER_THREAD
                .builder(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .limits(Strategies.patient()
                        .maxInFlight(1_000_000)
                        .maxInFlightPerConnection(10_000)
                        .build())
                .build()
                .start()) {
            try (RawClient first = new RawClient(server)) {
                first.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 1));
                processor.awaitStart(1);
                byte[][] frames = new byte[CALLS_PER_CONNECTION][];
                for (int i = 0; i < frames.length; i++) {
                    frames[i] = HeldProcessor.call(PROTOCOL, "fast", 2 + i);
                }
                for (int i = 0; i < connections; i++) {
                    clients.add(new RawClient(server).sendFrames(frames));
                }
                long all = 1 + (long) connections * CALLS_PER_CONNECTION;
                Await.that("all calls", () -> server.counters().inFlight() == all);
                ServerSnapshot snapshot = server.inspect(
                        InspectOptions.create().maxCalls(20).maxConnections(5).stackFrames(1));
                assertEquals(snapshot.calls().total(), all);
                assertEquals(snapshot.calls().items().size(), 20);
                assertEquals(snapshot.calls().items().get(0).method(), "hold", "the oldest");
                assertEquals(snapshot.calls().items().get(0).stack().size(), 1);
                assertEquals(snapshot.connections().total(), connections + 1);
                assertEquals(snapshot.connections().items().size(), 5);
                assertEquals(snapshot.connections().items().get(0).inFlight(), CALLS_PER_CONNECTION, "the busiest");
                ServerSnapshot none =
                        server.inspect(InspectOptions.create().maxCalls(0).maxConnections(0));
                assertEquals(none.calls(), new Listing<>(List.of(), all));
                assertEquals(none.connections(), new Listing<>(List.of(), connections + 1));
                processor.release(1);
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    /** Looks as often as possible while calls run: each gets its reply, and each snapshot is possible. */
    @Test
    public void looksWhileCallsRun() throws Exception {
        int rounds = TestSize.of(200, 20_000);
        AtomicBoolean ended = new AtomicBoolean();
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(processor)
                        .strategy(WorkerThreadStrategy.ofThreads(2))
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            CompletableFuture<Integer> looking = CompletableFuture.supplyAsync(() -> {
                int looks = 0;
                while (!ended.get()) {
                    ServerSnapshot snapshot =
                            server.inspect(InspectOptions.create().stackFrames(8));
                    snapshot.calls().items().forEach(call -> assertEquals(call.method(), "fast", call.toString()));
                    looks++;
                }
                return looks;
            });
            byte[][] frames = new byte[20][];
            for (int i = 0; i < frames.length; i++) {
                frames[i] = HeldProcessor.call(PROTOCOL, "fast", i);
            }
            for (int round = 0; round < rounds; round++) {
                client.sendFrames(frames);
                for (int i = 0; i < frames.length; i++) {
                    assertEquals(client.readReply(PROTOCOL).sequenceId(), i);
                }
            }
            ended.set(true);
            assertTrue(looking.get() > 0);
        }
    }
}
