package io.grizzlythrift.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.InOrderStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.Test;

/** What one connection asks for is not at the cost of another, nor of a thread that nobody waits for. */
@Test(timeOut = 60_000)
public final class FairnessTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int GREEDY_CALLS = 200;

    private static byte[][] calls(String method, int from, int to) throws Exception {
        byte[][] calls = new byte[to - from][];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = HeldProcessor.call(PROTOCOL, method, from + i);
        }
        return calls;
    }

    private static void assertServed(RawClient client, int id) throws Exception {
        client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", id));
        Reply reply = client.readReply(PROTOCOL);
        assertEquals(reply.sequenceId(), id);
        assertFalse(reply.isException(), "call " + id + " was refused");
    }

    /** Holds a thread. Again and again: on a loaded machine this call, too, may wait for too long. */
    private static int hold(RawClient client, HeldProcessor processor, int id) throws Exception {
        int rejected = 0;
        while (true) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", id));
            Await.that(
                    "call " + id + " neither begins nor is refused",
                    () -> processor.hasStarted(id) || client.hasBytes());
            if (processor.hasStarted(id)) {
                return rejected;
            }
            assertOverdue(client, "hold");
            rejected++;
        }
    }

    private static void assertOverdue(RawClient client, String method) throws Exception {
        Reply reply = client.readReply(PROTOCOL);
        String rejection = reply.assertFailure(method, reply.sequenceId(), TApplicationException.INTERNAL_ERROR)
                .getMessage();
        assertTrue(rejection.matches("rejected: it waited for \\d+ ms, queueTimeout is 400 ms"), rejection);
    }

    private static void releaseAll(HeldProcessor processor, int from, int to) {
        for (int id = from; id < to; id++) {
            processor.release(id);
        }
    }

    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void aThreadIsFreeForAnotherConnection(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient greedy = new RawClient(server);
                RawClient sparse = new RawClient(server)) {
            greedy.sendFrames(calls("hold", 0, GREEDY_CALLS));
            for (int id = 0; id < strategy.concurrentCallsOfOneConnection(); id++) {
                processor.awaitStart(id);
            }
            if (strategy.concurrentCalls() > strategy.concurrentCallsOfOneConnection()) {
                for (int id = 1_000; id < 1_010; id++) {
                    assertServed(sparse, id);
                }
            }
            assertFalse(processor.hasStarted(strategy.concurrentCallsOfOneConnection()), "one thread is for others");
            releaseAll(processor, 0, GREEDY_CALLS);
            for (int id = 0; id < GREEDY_CALLS; id++) {
                assertEquals(greedy.readReply(PROTOCOL).sequenceId(), id);
            }
        }
    }

    /** Fifty connections want more than there are places; another one never has a call refused. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void aConnectionWithoutCallsInFlightIsNotRefused(Strategies strategy) throws Exception {
        int connections = 50;
        HeldProcessor processor = new HeldProcessor();
        List<RawClient> greedy = new ArrayList<>();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient().maxInFlight(2_000).build())
                        .build()
                        .start();
                RawClient sparse = new RawClient(server)) {
            for (int i = 0; i < connections; i++) {
                greedy.add(new RawClient(server));
                greedy.get(i).sendFrames(calls("hold", i * GREEDY_CALLS, (i + 1) * GREEDY_CALLS));
            }
            Await.that(
                    "not all calls arrive",
                    () -> server.counters().calls() == (long) connections * GREEDY_CALLS
                            && server.counters().inFlight() > 1_800
                            && server.counters().reached(LimitType.MAX_IN_FLIGHT) > 0);
            assertTrue(server.counters().inFlight() < 2_000, "no place is left");
            sparse.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 100_000));
            releaseAll(processor, 0, connections * GREEDY_CALLS);
            Reply reply = sparse.readReply(PROTOCOL);
            assertFalse(reply.isException(), "the sparse connection was refused");
        } finally {
            for (RawClient client : greedy) {
                client.close();
            }
        }
    }

    /** Every thread stays in a handler; nothing comes free while calls become overdue. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void overdueCallsAreRefusedWhileAllThreadsAreStuck(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int stuck = strategy.concurrentCalls();
        List<RawClient> clients = new ArrayList<>();
        try (ThriftServer server = strategy.builder(processor)
                .limits(Strategies.patient()
                        .queueTimeout(Duration.ofMillis(400))
                        .build())
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .build()
                .start()) {
            int rejected = 0;
            for (int i = 0; i < stuck; i++) {
                clients.add(new RawClient(server));
                rejected += hold(clients.get(i), processor, 10 * i);
            }
            clients.get(0).sendFrames(calls("hold", 1, 3)); // waits behind others of its connection
            RawClient other = new RawClient(server);
            clients.add(other);
            other.sendFrames(calls("fast", 500, 503));
            for (RawClient client : List.of(other, other, other, clients.get(0), clients.get(0))) {
                assertOverdue(client, client == other ? "fast" : "hold");
            }
            assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), rejected + 5);
            Await.that("refused calls stay in flight", () -> server.counters().inFlight() == stuck);
            for (int i = 0; i < stuck; i++) {
                processor.release(10 * i);
                assertFalse(clients.get(i).readReply(PROTOCOL).isException());
            }
            for (int id : new int[] {1, 2, 500, 501, 502}) {
                assertFalse(processor.hasStarted(id), "call " + id + " ran, though it was refused");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    /** One connection's calls wait for each other where one at a time may run. They, too, are refused in time. */
    @Test
    public void overdueCallsThatWaitForTheirTurnAreRefused() throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = Strategies.WORKER_THREAD
                        .builder(processor)
                        .strategy(new InOrderStrategy(Strategies.WORKER_THREAD.ofThreads(2)))
                        .limits(Strategies.patient()
                                .queueTimeout(Duration.ofMillis(400))
                                .build())
                        .replyOrder(ReplyOrder.AS_COMPLETED)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            hold(client, processor, 0);
            client.sendFrames(calls("hold", 1, 2));
            assertOverdue(client, "hold");
            processor.release(0);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 0);
            hold(client, processor, 2); // the next one has its turn
            processor.release(2);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 2);
            assertFalse(processor.hasStarted(1));
        }
    }

    /** Calls of a closed connection that nobody has begun end at once, though no thread comes free. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void callsOfAClosedConnectionAreDropped(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int held = strategy.concurrentCallsOfOneConnection();
        try (ThriftServer server = strategy.builder(processor).build().start()) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(calls("hold", 0, GREEDY_CALLS));
                for (int id = 0; id < held; id++) {
                    processor.awaitStart(id);
                }
                assertEquals(server.counters().inFlight(), GREEDY_CALLS);
            }
            Await.that("calls stay", () -> server.counters().inFlight() == held);
            Await.that("calls are not counted", () -> server.counters().droppedCalls() == GREEDY_CALLS - held);
            releaseAll(processor, 0, GREEDY_CALLS);
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            for (int id = held; id < GREEDY_CALLS; id++) {
                assertFalse(processor.hasStarted(id), "call " + id + " ran");
            }
            try (RawClient next = new RawClient(server)) {
                assertServed(next, 1_000);
            }
        }
    }

    /** A peer that sends oneway calls and closes its connection expects that they run. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void onewayCallsOfAClosedConnectionRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int held = strategy.concurrentCallsOfOneConnection();
        try (ThriftServer server = strategy.builder(processor).build().start()) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(calls("hold", 0, held));
                for (int id = 0; id < held; id++) {
                    processor.awaitStart(id);
                }
                client.sendFrames(
                        HeldProcessor.call(PROTOCOL, "fast", 100),
                        HeldProcessor.oneway(PROTOCOL, "fast", 101),
                        HeldProcessor.call(PROTOCOL, "fast", 102));
                Await.that("calls do not arrive", () -> server.counters().inFlight() == held + 3);
            }
            Await.that("the connection stays", () -> server.counters().openConnections() == 0);
            releaseAll(processor, 0, held);
            processor.awaitStart(101);
            Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
            Await.that("calls are not counted", () -> server.counters().droppedCalls() == 2);
            assertFalse(processor.hasStarted(100));
            assertFalse(processor.hasStarted(102));
        }
    }

    /** Takes a slice of the selector's time for each {@code hold}, once the test has looked. */
    @Test
    public void aBatchLeavesTheSelectorThread() throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(processor)
                        .limits(Strategies.patient()
                                .queueTimeout(Duration.ofMillis(1))
                                .build())
                        .build()
                        .start();
                RawClient greedy = new RawClient(server);
                RawClient sparse = new RawClient(server)) {
            assertServed(greedy, 10_000);
            assertServed(sparse, 10_001);
            greedy.sendFrames(calls("hold", 0, GREEDY_CALLS));
            processor.awaitStart(0);
            sparse.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 1_000));
            int id = 0;
            while (!sparse.hasBytes() && id < GREEDY_CALLS - 1) { // each takes longer than a slice
                long begin = System.nanoTime();
                Await.that("time stands still", () -> System.nanoTime() - begin > 5_000_000);
                processor.release(id);
                id++;
                processor.awaitStart(id);
            }
            assertTrue(id < GREEDY_CALLS - 1, "another connection waited for the whole batch");
            Reply served = sparse.readReply(PROTOCOL);
            assertEquals(served.sequenceId(), 1_000);
            assertFalse(served.isException(), "another connection's call was refused");
            greedy.sendFrames(calls("fast", GREEDY_CALLS, GREEDY_CALLS + 10));
            releaseAll(processor, 0, GREEDY_CALLS);
            for (int reply = 0; reply < GREEDY_CALLS + 10; reply++) {
                Reply answer = greedy.readReply(PROTOCOL);
                assertEquals(answer.sequenceId(), reply);
                assertFalse(answer.isException(), "call " + reply + " was refused though there is no queue");
            }
            assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), 0);
        }
    }
}
