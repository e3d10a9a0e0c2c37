package io.grizzlythrift.internal.dispatch;

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

/**
 * Tests that one connection takes neither threads nor queue places from others, and that overdue calls end without a
 * thread.
 */
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
        assertFalse(reply.isException(), "call " + id + " was rejected");
    }

    /** Occupies a thread; retries, because on a loaded machine this call may exceed the queue timeout too. */
    private static int hold(RawClient client, HeldProcessor processor, int id) throws Exception {
        int rejected = 0;
        while (true) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", id));
            Await.that(
                    "call " + id + " neither begins nor is rejected",
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
    public void aConnectionGetsAllThreadsAndOthersDoNotWaitForThem(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).build().start();
                RawClient greedy = new RawClient(server);
                RawClient sparse = new RawClient(server)) {
            greedy.sendFrames(calls("hold", 0, GREEDY_CALLS));
            for (int id = 0; id < strategy.concurrentCalls(); id++) {
                processor.awaitStart(id);
            }
            for (int id = 1_000; id < 1_010; id++) {
                assertServed(sparse, id);
            }
            assertFalse(processor.hasStarted(strategy.concurrentCalls()), "the spare thread is for others");
            releaseAll(processor, 0, GREEDY_CALLS);
            for (int id = 0; id < GREEDY_CALLS; id++) {
                assertEquals(greedy.readReply(PROTOCOL).sequenceId(), id);
            }
        }
    }

    /** Calls that have ended hold no places, even if their replies wait for that to a slow call. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void repliesBehindASlowCallTakeNoPlace(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient().maxInFlight(100).build())
                        .build()
                        .start();
                RawClient gateway = new RawClient(server);
                RawClient other = new RawClient(server)) {
            gateway.sendFrames(HeldProcessor.call(PROTOCOL, "hold", 0));
            processor.awaitStart(0);
            for (int id = 1; id < 600; id += 20) {
                int read = id + 20;
                gateway.sendFrames(calls("fast", id, read));
                Await.that(
                        "calls do not end",
                        () -> server.counters().calls() == read
                                && server.counters().inFlight() == 1);
            }
            other.sendFrames(calls("hold", 1_000, 1_060));
            Await.that("calls do not arrive", () -> server.counters().inFlight() == 61);
            gateway.sendFrames(calls("fast", 601, 611));
            Await.that("calls do not arrive", () -> server.counters().calls() == 671);
            releaseAll(processor, 1_000, 1_060);
            processor.release(0);
            for (int i = 0; i < 611; i++) {
                Reply reply = gateway.readReply(PROTOCOL);
                assertEquals(reply.sequenceId(), i);
                assertFalse(reply.isException(), "call " + i + " was rejected");
            }
        }
    }

    /** Fifty connections want more places than there are, but no call of another connection is rejected. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void aConnectionWithoutCallsInFlightIsNotRejected(Strategies strategy) throws Exception {
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
            assertFalse(reply.isException(), "the sparse connection was rejected");
        } finally {
            for (RawClient client : greedy) {
                client.close();
            }
        }
    }

    /** Every thread stays in a handler while queued calls become overdue. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void overdueCallsAreRejectedWhileAllThreadsAreBusy(Strategies strategy) throws Exception {
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
            Await.that("rejected calls stay in flight", () -> server.counters().inFlight() == stuck);
            for (int i = 0; i < stuck; i++) {
                processor.release(10 * i);
                assertFalse(clients.get(i).readReply(PROTOCOL).isException());
            }
            for (int id : new int[] {1, 2, 500, 501, 502}) {
                assertFalse(processor.hasStarted(id), "call " + id + " ran, though it was rejected");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    /** With one running call per connection, queued calls of a connection are also rejected in time. */
    @Test
    public void overdueCallsOfASerialConnectionAreRejected() throws Exception {
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
            hold(client, processor, 2); // the next one starts
            processor.release(2);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 2);
            assertFalse(processor.hasStarted(1));
        }
    }

    /** Queued calls of a closed connection end at once, although no thread becomes free. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void callsOfAClosedConnectionAreDropped(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int held = strategy.concurrentCalls();
        try (ThriftServer server = strategy.builder(processor).build().start()) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(calls("hold", 0, GREEDY_CALLS));
                for (int id = 0; id < held; id++) {
                    processor.awaitStart(id);
                }
                assertEquals(server.counters().inFlight(), GREEDY_CALLS);
                client.reset();
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

    /** Oneway calls run even if the peer closes its connection after sending them. */
    @Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void onewayCallsOfAClosedConnectionRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int held = strategy.concurrentCalls();
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
                client.reset();
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

    /** Each {@code hold} takes a time slice of the selector, after the test has checked for a reply. */
    @Test
    public void aLongBatchYieldsTheSelectorThread() throws Exception {
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
                Await.pass(Duration.ofMillis(5));
                processor.release(id);
                id++;
                processor.awaitStart(id);
            }
            assertTrue(id < GREEDY_CALLS - 1, "another connection waited for the whole batch");
            Reply served = sparse.readReply(PROTOCOL);
            assertEquals(served.sequenceId(), 1_000);
            assertFalse(served.isException(), "another connection's call was rejected");
            greedy.sendFrames(calls("fast", GREEDY_CALLS, GREEDY_CALLS + 10));
            releaseAll(processor, 0, GREEDY_CALLS);
            for (int reply = 0; reply < GREEDY_CALLS + 10; reply++) {
                Reply next = greedy.readReply(PROTOCOL);
                assertEquals(next.sequenceId(), reply);
                assertFalse(next.isException(), "call " + reply + " was rejected though there is no queue");
            }
            assertEquals(server.counters().reached(LimitType.QUEUE_TIMEOUT), 0);
        }
    }
}
