package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.ExecutorStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that calls of a method with its own threads take no places from other calls, and that theirs are bounded. */
@Test(timeOut = 60_000)
public final class MethodPlacesTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final int PLACES = 100;

    private HeldProcessor processor;

    @BeforeMethod
    void begin() {
        processor = new HeldProcessor();
    }

    private ThriftServer start(Strategies strategy, MethodOptions options) {
        return strategy.builder(processor)
                .limits(Strategies.patient().maxInFlight(PLACES).build())
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .method("hold", options)
                .build()
                .start();
    }

    private static byte[][] calls(String method, int from, int to) throws Exception {
        byte[][] calls = new byte[to - from][];
        for (int id = from; id < to; id++) {
            calls[id - from] = HeldProcessor.call(PROTOCOL, method, id);
        }
        return calls;
    }

    private static void assertServed(RawClient client, int from, int to) throws Exception {
        client.sendFrames(calls("fast", from, to));
        for (int i = from; i < to; i++) {
            Reply reply = client.readReply(PROTOCOL);
            assertFalse(reply.isException(), "call " + reply.sequenceId());
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void aSlowMethodTakesNoPlacesFromOthers(Strategies strategy) throws Exception {
        List<RawClient> greedy = new ArrayList<>();
        try (ThriftServer server = start(strategy, MethodOptions.ofThreads(1));
                RawClient other = new RawClient(server)) {
            for (int i = 0; i < 10; i++) {
                greedy.add(new RawClient(server));
                greedy.get(i).sendFrames(calls("hold", i * PLACES, (i + 1) * PLACES));
            }
            Await.that(
                    "calls are not read",
                    () -> server.counters().calls() == 10 * PLACES
                            && server.counters().reached(LimitType.METHOD_MAX_IN_FLIGHT) >= 9 * PLACES);
            assertServed(other, 20 * PLACES, 20 * PLACES + PLACES / 2);
            assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT), 0);
            assertTrue(server.counters().inFlight() > PLACES / 2);
            assertTrue(server.counters().inFlight() <= PLACES);
            for (int id = 0; id < 10 * PLACES; id++) {
                processor.release(id);
            }
            Await.that("places are not released", () -> server.counters().inFlight() == 0);
        } finally {
            for (RawClient client : greedy) {
                client.close();
            }
        }
    }

    /** A gateway has many calls of a slow method. They do not count when the server's places are shared. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void callsInOtherPlacesDoNotCount(Strategies strategy) throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        ExecutorService busy = Executors.newSingleThreadExecutor();
        busy.execute(end::join);
        MethodOptions slow = MethodOptions.of(new ExecutorStrategy(busy)).withMaxInFlight(10 * PLACES);
        List<RawClient> others = new ArrayList<>();
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient().maxInFlight(PLACES).build())
                        .replyOrder(ReplyOrder.AS_COMPLETED)
                        .method("slow", slow)
                        .build()
                        .start();
                RawClient gateway = new RawClient(server)) {
            for (int id = 0; id < 60; id += 6) {
                others.add(new RawClient(server));
                others.get(id / 6).sendFrames(calls("hold", id, id + 6));
            }
            gateway.sendFrames(calls("slow", 1_000, 1_000 + 5 * PLACES));
            Await.that("calls do not arrive", () -> server.counters().inFlight() == 60 + 5 * PLACES);
            gateway.sendFrames(calls("fast", 100, 110));
            Await.that("calls do not arrive", () -> server.counters().calls() == 70 + 5 * PLACES);
            for (int id = 0; id < 60; id++) {
                processor.release(id);
            }
            for (int i = 0; i < 10; i++) {
                Reply reply = gateway.readReply(PROTOCOL);
                assertFalse(reply.isException(), "call " + reply.sequenceId());
            }
            Await.that("places are not released", () -> server.counters().inFlight() == 5 * PLACES);
            end.complete(null);
        } finally {
            end.complete(null);
            for (RawClient client : others) {
                client.close();
            }
        }
    }

    /** A gateway has one connection: reading goes on for calls of other methods. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theyDoNotPauseReading(Strategies strategy) throws Exception {
        try (ThriftServer server = strategy.builder(processor)
                        .limits(Strategies.patient()
                                .maxInFlightPerConnection(PLACES / 5)
                                .build())
                        .replyOrder(ReplyOrder.AS_COMPLETED)
                        .method("hold", MethodOptions.ofThreads(1))
                        .build()
                        .start();
                RawClient gateway = new RawClient(server)) {
            gateway.sendFrames(calls("hold", 0, PLACES));
            Await.that("calls do not arrive", () -> server.counters().inFlight() == PLACES);
            for (int round = 0; round < 10; round++) {
                assertServed(gateway, 1_000 + 2 * round, 1_002 + 2 * round);
            }
            assertEquals(server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION), 0);
            for (int id = 0; id < PLACES; id++) {
                processor.release(id);
            }
            Await.that("calls stay", () -> server.counters().inFlight() == 0);
        }
    }

    /** Those of the one method are rejected for its limit, and those of the other one run. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void callsOfOneReadHaveDifferentPlaces(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy, MethodOptions.ofThreads(1).withMaxInFlight(2));
                RawClient client = new RawClient(server)) {
            byte[][] read = new byte[20][];
            for (int id = 0; id < read.length; id++) {
                read[id] = HeldProcessor.call(PROTOCOL, id % 2 == 0 ? "hold" : "fast", id);
            }
            client.sendFrames(read);
            for (int i = 0; i < 10; i++) {
                Reply reply = client.readReply(PROTOCOL);
                assertFalse(reply.isException());
                assertEquals(reply.sequenceId() % 2, 1);
            }
            processor.release(0);
            processor.release(2);
            int rejected = 0;
            for (int i = 0; i < 10; i++) {
                Reply reply = client.readReply(PROTOCOL);
                if (reply.isException()) {
                    String reason = reply.assertFailure(
                                    "hold", reply.sequenceId(), TApplicationException.INTERNAL_ERROR)
                            .getMessage();
                    assertEquals(reason, "rejected: too many calls are in flight, maxInFlight of the method is 2");
                    rejected++;
                } else {
                    assertTrue(reply.sequenceId() <= 2, "call " + reply.sequenceId());
                }
            }
            assertEquals(rejected, 8);
            assertEquals(server.counters().reached(LimitType.METHOD_MAX_IN_FLIGHT), 8);
            Await.that("places are not released", () -> server.counters().inFlight() == 0);
        }
    }

    /** The method of a compressed call is known once a thread of the server has read it. */
    public void aCompressedCallChangesItsPlace() throws Exception {
        try (ThriftServer server = start(
                        Strategies.WORKER_THREAD, MethodOptions.ofThreads(1).withMaxInFlight(1));
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(compressed(0));
            processor.awaitStart(0);
            client.sendFrames(compressed(1));
            Await.that("it has a place", () -> server.counters().reached(LimitType.METHOD_MAX_IN_FLIGHT) == 1);
            assertServed(other, 100, 100 + PLACES / 2);
            Await.that("a place is not released", () -> server.counters().inFlight() == 1);
            processor.release(0);
            assertFalse(HeaderFrame.read(client.readFrame()).reply().isException());
            assertTrue(HeaderFrame.read(client.readFrame()).reply().isException());
            Await.that("places are not released", () -> server.counters().inFlight() == 0);
        }
    }

    private static byte[] compressed(int id) throws Exception {
        return HeaderFrame.of(PROTOCOL, id, HeldProcessor.call(PROTOCOL, "hold", id))
                .compress(HeaderFrame.ZLIB)
                .bytes();
    }

    /** Queued calls of a closed connection end at once. */
    public void placesOfDroppedCallsAreReleased() throws Exception {
        try (ThriftServer server =
                start(Strategies.WORKER_THREAD, MethodOptions.ofThreads(1).withMaxInFlight(10))) {
            try (RawClient client = new RawClient(server)) {
                client.sendFrames(calls("hold", 0, 5));
                processor.awaitStart(0);
                Await.that("calls do not arrive", () -> server.counters().inFlight() == 5);
                client.reset();
            }
            Await.that("calls stay", () -> server.counters().inFlight() == 1);
            processor.release(0);
            Await.that("places are not released", () -> server.counters().inFlight() == 0);
        }
    }
}
