package io.grizzlythrift.client;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.PatientClient;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TJSONProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Calls that the server rejected fail with a cause, and never ran; a stock client gets what it always got. */
@Test(timeOut = 60_000)
public class RejectedCallsTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {
            {ThriftProtocol.BINARY, new TBinaryProtocol.Factory()},
            {ThriftProtocol.COMPACT, new TCompactProtocol.Factory()},
            {ThriftProtocol.JSON, new TJSONProtocol.Factory()},
        };
    }

    private static ThriftServer server(ThriftProtocol protocol, ProbeHandler handler) {
        return ThriftServer.builder()
                .name(UniqueName.of("rejecting"))
                .listen("127.0.0.1", 0)
                .protocol(protocol)
                .replyOrder(ReplyOrder.AS_COMPLETED)
                .limits(PatientLimits.builder().maxInFlight(1).build())
                .processor(new Probe.Processor<>(handler))
                .build()
                .start();
    }

    @Test(dataProvider = "protocols", timeOut = 60_000)
    public void everyKindOfCallLearnsTheCause(ThriftProtocol protocol, TProtocolFactory stock) throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = server(protocol, handler);
                ThriftClient client = PatientClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .protocol(protocol)
                        .retries(RetryPolicy.create().withMaxRetries(0))
                        .build()) {
            CompletableFuture<String> held =
                    client.stub(Probe.FutureIface.class).held("held");
            handler.awaitHeld("held");

            assertRejected(expectThrows(
                    CallFailedException.class,
                    () -> client.stub(Probe.Iface.class).echo("text")));
            assertRejected(
                    CallResults.failure(client.stub(Probe.FutureIface.class).echo("text")));
            CountedCallback<String> callback = new CountedCallback<>();
            client.stub(Probe.AsyncIface.class).echo("text", callback);
            assertRejected(CallResults.failure(callback.end()));
            Probe.Client generated = new Probe.Client(protocol.getProtocol(client.transport()));
            assertRejected(expectThrows(CallFailedException.class, () -> generated.echo("text")));

            assertEquals(client.counters().rejected(), 4);
            assertEquals(client.counters().failed(FailureCause.SERVER_OVERLOADED), 4);
            assertEquals(client.counters().completed(), 0);
            assertEquals(server.counters().rejectedCalls(), 4);
            assertStockClientReadsTheException(server, stock);
            handler.releaseAll();
            assertEquals(CallResults.result(held), "held");
            assertEquals(client.counters().completed(), 1);
            assertEquals(handler.calls(), 1);
        } finally {
            handler.releaseAll();
        }
    }

    private static void assertRejected(CallFailedException failure) {
        assertRejected(failure, "maxInFlight is 1");
    }

    private static void assertRejected(CallFailedException failure, String limit) {
        assertEquals(failure.failure(), FailureCause.SERVER_OVERLOADED, failure.getMessage());
        assertFalse(failure.mayHaveRun());
        assertTrue(failure.getMessage().endsWith(limit + "; it did not run"), failure.getMessage());
    }

    /** So another server can be tried. */
    public void aCallOverTheConcurrencyLimitDidNotRun() throws Exception {
        ProbeHandler handler = new ProbeHandler();
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("adaptive"))
                        .listen("127.0.0.1", 0)
                        .replyOrder(ReplyOrder.AS_COMPLETED)
                        .limits(PatientLimits.builder()
                                .concurrencyLimit(ConcurrencyLimit.adaptive().withBounds(1, 1))
                                .build())
                        .processor(new Probe.Processor<>(handler))
                        .build()
                        .start();
                ThriftClient client = PatientClient.builder()
                        .endpoint("127.0.0.1", server.port())
                        .build()) {
            CompletableFuture<String> held =
                    client.stub(Probe.FutureIface.class).held("held");
            handler.awaitHeld("held");
            assertRejected(
                    CallResults.failure(client.stub(Probe.FutureIface.class).echo("text")),
                    "concurrencyLimit is 1 now");
            handler.releaseAll();
            assertEquals(CallResults.result(held), "held");
            assertEquals(handler.calls(), 1);
        } finally {
            handler.releaseAll();
        }
    }

    /** A server with one thread, which a call of another client holds. */
    private static final class BusyServer implements AutoCloseable {
        final ProbeHandler handler = new ProbeHandler();
        final ThriftServer server;
        final ThriftClient other;
        private final ThriftProtocol protocol;

        BusyServer(Duration queueTimeout) throws Exception {
            this(queueTimeout, ThriftProtocol.BINARY);
        }

        BusyServer(Duration queueTimeout, ThriftProtocol protocol) throws Exception {
            this.protocol = protocol;
            server = ThriftServer.builder()
                    .name(UniqueName.of("busy"))
                    .listen("127.0.0.1", 0)
                    .protocol(protocol)
                    .strategy(WorkerThreadStrategy.ofThreads(1))
                    .replyOrder(ReplyOrder.AS_COMPLETED)
                    .limits(PatientLimits.builder().queueTimeout(queueTimeout).build())
                    .processor(new Probe.Processor<>(handler))
                    .build()
                    .start();
            other = client().build();
            hold();
        }

        /** Tries again if a busy machine exceeds the queue timeout. */
        private void hold() throws Exception {
            while (!handler.isHeld("held")) {
                CompletableFuture<String> held =
                        other.stub(Probe.FutureIface.class).held("held");
                Await.that("it neither runs nor fails", () -> handler.isHeld("held") || held.isDone());
            }
        }

        ThriftClientBuilder client() {
            return PatientClient.builder()
                    .protocol(protocol)
                    .endpoint("127.0.0.1", server.port())
                    .connectionsPerEndpoint(1)
                    .retries(RetryPolicy.create().withMaxRetries(0))
                    .callTimeout(MINUTE);
        }

        /** Drains the server, and returns once it rejects calls: with their result when all calls have ended. */
        CompletableFuture<Boolean> drain() throws Exception {
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> server.shutdown(MINUTE));
            Await.that("it listens", () -> !listens());
            return drained;
        }

        private boolean listens() {
            try {
                new Socket(InetAddress.getLoopbackAddress(), server.port()).close();
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public void close() {
            handler.releaseAll();
            other.close();
            server.close();
        }
    }

    public void aCallThatWaitedForTooLongInTheServer() throws Exception {
        try (BusyServer busy = new BusyServer(Duration.ofMillis(300));
                ThriftClient client = busy.client().build()) {
            CallFailedException failure = CallResults.failure(
                    client.stub(Probe.FutureIface.class).echo("text"), FailureCause.SERVER_QUEUE_TIMEOUT, false);
            assertTrue(failure.getMessage().endsWith("queueTimeout is 300 ms; it did not run"), failure.getMessage());
            assertEquals(client.counters().rejected(), 1);
            assertEquals(client.counters().openConnections(), 1);
            assertEquals(busy.handler.calls(), 1);
        }
    }

    public void aCallThatWaitedForTooLongInTheServerIsMadeAgain() throws Exception {
        try (BusyServer busy = new BusyServer(Duration.ofMillis(300));
                ThriftClient client = busy.client()
                        .retries(RetryPolicy.create().withMaxRetries(RetryPolicy.MAX_RETRIES))
                        .interceptor(call -> rejected -> busy.handler.releaseAll())
                        .build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("text");
            assertEquals(CallResults.result(call), "text");
            assertTrue(client.counters().failed(FailureCause.SERVER_QUEUE_TIMEOUT) >= 1);
            assertEquals(client.counters().retries(), client.counters().failed(FailureCause.SERVER_QUEUE_TIMEOUT));
            assertEquals(busy.handler.calls(), 2);
        }
    }

    /**
     * In JSON, the server cannot know yet that the client closes when it is asked to: it has not read the call that says
     * so. So it rejects the next one.
     */
    public void aCallThatArrivesWhileTheServerDrains() throws Exception {
        try (BusyServer busy = new BusyServer(HOUR, ThriftProtocol.JSON);
                ThriftClient client = busy.client().build()) {
            CompletableFuture<String> waiting = callThatWaits(busy, client);
            CompletableFuture<Boolean> drained = busy.drain();
            CallFailedException failure = CallResults.failure(
                    client.stub(Probe.FutureIface.class).echo("text"), FailureCause.SERVER_DRAINING, false);
            assertTrue(failure.getMessage().endsWith("is shutting down; it did not run"), failure.getMessage());
            assertEquals(client.counters().rejected(), 1);
            busy.handler.releaseAll();
            assertEquals(CallResults.result(waiting), "waiting");
            assertEquals(CallResults.result(drained), Boolean.TRUE);
            assertEquals(busy.handler.calls(), 2);
        }
    }

    /** As when a service is restarted: another server takes over the port. */
    public void aCallThatArrivesWhileTheServerDrainsIsMadeAgain() throws Exception {
        ProbeHandler next = new ProbeHandler();
        try (BusyServer busy = new BusyServer(HOUR, ThriftProtocol.JSON);
                ThriftClient client = busy.client()
                        .retries(RetryPolicy.create().withMaxRetries(1))
                        .build()) {
            CompletableFuture<String> waiting = callThatWaits(busy, client);
            CompletableFuture<Boolean> drained = busy.drain();
            try (ThriftServer successor = ThriftServer.builder()
                    .name(UniqueName.of("successor"))
                    .listen("127.0.0.1", busy.server.port())
                    .protocol(ThriftProtocol.JSON)
                    .processor(new Probe.Processor<>(next))
                    .build()
                    .start()) {
                assertEquals(
                        CallResults.result(client.stub(Probe.FutureIface.class).echo("text")), "text");
                assertEquals(next.calls(), 1);
                assertEquals(successor.counters().calls(), 1);
                assertEquals(client.counters().failed(FailureCause.SERVER_DRAINING), 1);
                assertEquals(client.counters().retries(), 1);
                busy.handler.releaseAll();
                assertEquals(CallResults.result(waiting), "waiting");
                assertEquals(CallResults.result(drained), Boolean.TRUE);
            }
        }
    }

    /** Makes the first call of a client, which waits for the thread of the server. */
    private static CompletableFuture<String> callThatWaits(BusyServer busy, ThriftClient client) throws Exception {
        CompletableFuture<String> waiting = client.stub(Probe.FutureIface.class).echo("waiting");
        Await.that("it does not arrive", () -> busy.server.counters().inFlight() == 2);
        return waiting;
    }

    private static void assertStockClientReadsTheException(ThriftServer server, TProtocolFactory protocol)
            throws Exception {
        try (TFramedTransport transport = new TFramedTransport(new TSocket("127.0.0.1", server.port()))) {
            transport.open();
            Probe.Client client = new Probe.Client(protocol.getProtocol(transport));
            TApplicationException rejection = expectThrows(TApplicationException.class, () -> client.echo("text"));
            assertEquals(rejection.getType(), TApplicationException.INTERNAL_ERROR);
            assertEquals(rejection.getMessage(), "rejected: too many calls are in flight, maxInFlight is 1");
        }
    }
}
