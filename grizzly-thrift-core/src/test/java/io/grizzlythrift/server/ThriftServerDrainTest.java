package io.grizzlythrift.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.call.RejectedCall.Reason;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.EverythingHandler.Held;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests calls and connections while their server drains. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class ThriftServerDrainTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;
    private static final Requests REQUESTS = new Requests(PROTOCOL);
    private static final Duration LONG = Duration.ofSeconds(40);

    private static ThriftServerBuilder builder(Strategies strategy, EverythingHandler handler) {
        return strategy.builder(new Everything.Processor<>(handler)).protocol(PROTOCOL);
    }

    private static byte[] hold(Requests requests, int sequenceId, String key) throws Exception {
        return requests.call("hold", sequenceId, new Everything.hold_args(key));
    }

    private static void awaitEntered(Held held) throws Exception {
        held.entered.get(20, TimeUnit.SECONDS);
    }

    private static CompletableFuture<Boolean> drain(ThriftServer server) {
        return DrainingServer.drain(server, LONG);
    }

    public void aCallInFlightMayFinish(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(REQUESTS, 1, "held"));
            awaitEntered(handler.held("held"));
            CompletableFuture<Boolean> stopped = drain(server);
            assertFalse(stopped.isDone(), "stopped with a call in flight");
            handler.held("held").reply.complete("done");
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
            client.assertClosedByServer();
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            assertFalse(handler.held("held").interrupted.isDone());
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    /** A client of this library is served while the server drains; a call for which there is no room is to go elsewhere. */
    @Test(dataProvider = "defaultStrategy", dataProviderClass = Strategies.class)
    public void aCallOverTheQueueIsNotOneOfAnOverloadedServer(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        int first = CloseNotice.CLIENT_ID;
        ThriftServer server = strategy.builder(processor)
                .protocol(PROTOCOL)
                .strategy(WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1))
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "hold", first));
            processor.awaitStart(first);
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 2));
            Await.that("it is not queued", () -> server.counters().inFlight() == 2);
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 3));
            client.readReply(PROTOCOL).assertRejected("fast", 3, Reason.OVERLOADED);
            CompletableFuture<Boolean> stopped = drain(server);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), CloseNotice.NOTICE_ID);
            client.sendFrames(HeldProcessor.call(PROTOCOL, "fast", 4));
            client.readReply(PROTOCOL).assertRejected("fast", 4, Reason.DRAINING);
            processor.release(first);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), first);
            assertEquals(client.readReply(PROTOCOL).sequenceId(), 2);
            client.endOutput();
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
        } finally {
            processor.release(first);
            server.shutdown(Duration.ZERO);
        }
    }

    /** A oneway call in flight may also finish. */
    public void aOnewayCallInFlightMayFinish(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(REQUESTS.oneway("hold", 1, new Everything.hold_args("held")));
            awaitEntered(handler.held("held"));
            CompletableFuture<Boolean> stopped = drain(server);
            handler.held("held").reply.complete("done");
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            assertFalse(handler.held("held").interrupted.isDone());
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    /** The call of a client that disconnected without waiting for the reply may also finish. */
    public void aCallOfADisconnectedClientMayFinish(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try {
            RawClient client = new RawClient(server);
            client.sendFrames(hold(REQUESTS, 1, "held"));
            awaitEntered(handler.held("held"));
            client.reset();
            if (strategy != Strategies.SAME_THREAD) { // whose only selector is in the handler
                Await.that("the connection stays open", () -> server.counters().openConnections() == 0);
            }
            CompletableFuture<Boolean> stopped = drain(server);
            handler.held("held").reply.completeOnTimeout("done", 300, TimeUnit.MILLISECONDS);
            stopped.get(20, TimeUnit.SECONDS);
            assertFalse(handler.held("held").interrupted.isDone(), "interrupted within the grace");
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    @DataProvider
    static Object[][] strategiesThatReadWhileCallsRun() {
        return Arrays.stream(Strategies.strategiesAndProtocols())
                .filter(row -> row[0] != Strategies.SAME_THREAD)
                .toArray(Object[][]::new);
    }

    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = ThriftServerDrainTest.class)
    public void lateCallsGetAnErrorReply(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        Requests requests = new Requests(protocol);
        ThriftServer server = builder(strategy, handler)
                .protocol(protocol)
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .build()
                .start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(requests, 1, "held"));
            awaitEntered(handler.held("held"));
            CompletableFuture<Boolean> stopped = drain(server);
            // A call that arrives after the listening socket is closed may still be served.
            Await.that("calls are still served", () -> isRejected(client, requests));
            for (int id = 2; id < 10; id++) {
                client.sendFrames(
                        requests.oneway("note", -1, new Everything.note_args("late")),
                        requests.echoString(id, "later"),
                        requests.echoString(id, "latest"));
                for (int i = 0; i < 2; i++) {
                    TApplicationException rejection = client.readReply(protocol)
                            .assertFailure("echoString", id, TApplicationException.INTERNAL_ERROR);
                    assertTrue(rejection.getMessage().contains("shutting down"), rejection.getMessage());
                }
            }
            assertFalse(handler.noted("late").isDone());
            handler.held("held").reply.complete("done");
            assertEquals(client.readReply(protocol).sequenceId(), 1);
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    private static boolean isRejected(RawClient client, Requests requests) {
        try {
            client.sendFrames(requests.echoString(0, "late"));
            return client.readReply(requests.protocol()).isException();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A draining server accepts no connections. */
    @Test(dataProvider = "strategiesThatReadWhileCallsRun", dataProviderClass = ThriftServerDrainTest.class)
    public void newConnectionsAreRefused(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server =
                builder(strategy, handler).protocol(protocol).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(new Requests(protocol), 1, "held"));
            awaitEntered(handler.held("held"));
            CompletableFuture<Boolean> stopped = drain(server);
            Await.that("still listening", () -> !DrainingServer.isListening(server));
            handler.held("held").reply.complete("done");
            assertEquals(client.readReply(protocol).sequenceId(), 1);
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    /**
     * With SameThread a handler may hold the only selector thread for longer than the drain waits for listening to
     * end. A connection that is accepted only afterwards is also drained.
     */
    public void aConnectionThatIsAcceptedLateIsDrained(Strategies strategy) throws Exception {
        EverythingHandler handler = new EverythingHandler();
        ThriftServer server = builder(strategy, handler).build().start();
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(hold(REQUESTS, 1, "held"));
            awaitEntered(handler.held("held"));
            try (RawClient late = new RawClient(server)) {
                late.sendFrames(REQUESTS.echoString(1, "late"));
                CompletableFuture<Boolean> stopped = drain(server);
                handler.held("held").reply.completeOnTimeout("done", 1200, TimeUnit.MILLISECONDS);
                assertEquals(late.readReply(PROTOCOL).sequenceId(), 1);
                late.assertClosedByServer();
                assertEquals(client.readReply(PROTOCOL).sequenceId(), 1);
                assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            }
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    /** The write timeout applies until the socket is closed, so a drain does not wait for a peer that reads nothing. */
    public void aPeerThatReadsNothingHoldsNoDrain(Strategies strategy) throws Exception {
        ThriftServer server = strategy.builder(new SizedProcessor(8 << 20))
                .protocol(PROTOCOL)
                .limits(Strategies.patient()
                        .writeTimeout(Duration.ofMillis(200))
                        .build())
                .build()
                .start();
        try (RawClient client = new RawClient(server);
                RawClient notified = new RawClient(server)) {
            client.sendFrames(HeldProcessor.call(PROTOCOL, "large", 1));
            notified.sendFrames(HeldProcessor.call(PROTOCOL, "large", CloseNotice.CLIENT_ID));
            Await.that("a call has no reply", () -> client.hasBytes() && notified.hasBytes());
            assertTrue(server.shutdown(Duration.ofMinutes(30)), "drained");
            assertEquals(server.counters().reached(LimitType.WRITE_TIMEOUT), 2);
            Await.that("not closed", () -> server.counters().openConnections() == 0);
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }
}
