package io.grizzlythrift.testkit;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.testkit.gen.Shop;
import io.grizzlythrift.testkit.gen.Stock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.async.AsyncMethodCallback;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestServerTest {
    private final Stock.Iface blocking = String::length;
    private final Stock.AsyncIface asynchronous = (item, callback) -> callback.onComplete((long) item.length());
    private final Stock.FutureIface futures = item -> CompletableFuture.completedFuture((long) item.length());

    @DataProvider
    Object[] handlers() {
        return new Object[] {blocking, asynchronous, futures};
    }

    @Test(dataProvider = "handlers")
    public void servesAHandlerAndRecordsItsCalls(Object handler) throws Exception {
        try (TestServer server = TestServer.of(handler)) {
            assertEquals(plain(server).count("pencil"), 6);
            assertEquals(multiplexed(server, "Stock").count("ink"), 3);

            assertEquals(server.awaitCall("count").arguments(), List.of("pencil"));
            ServedCall second = server.awaitCall("count", 2);
            assertEquals(second.service().orElseThrow(), "Stock");
            assertEquals(second.outcome().get(20, TimeUnit.SECONDS), ServerCallOutcome.Kind.REPLIED);
            server.verifyCalls("count", 2);
            assertEquals(server.takeCall().context().method(), "count");
            server.clear();
            assertEquals(server.calls(), List.of());
        }
    }

    private static Stock.Client plain(TestServer server) throws TTransportException {
        return ShopClient.FRAMED_COMPACT.connect(server);
    }

    private static Stock.Client multiplexed(TestServer server, String service) throws TTransportException {
        Shop.Client client = ShopClient.FRAMED_COMPACT.connect(server);
        return new Stock.Client(
                client.getInputProtocol(), new TMultiplexedProtocol(client.getOutputProtocol(), service));
    }

    @DataProvider
    static Object[] strategies() {
        return new Object[] {
            SameThreadStrategy.create(),
            WorkerThreadStrategy.ofThreads(2),
            LeaderFollowerStrategy.ofThreads(2),
            AdaptiveStrategy.create()
        };
    }

    @Test(dataProvider = "strategies")
    public void servesWithAnyStrategy(ProcessingStrategy strategy) throws Exception {
        try (TestServer server =
                TestServer.builder().handler(blocking).strategy(strategy).start()) {
            assertEquals(plain(server).count("pen"), 3);
            assertEquals(server.server().config().strategy(), strategy);
        }
    }

    @Test
    public void servesSeveralHandlers() throws Exception {
        Stock.Iface depot = item -> 100;
        try (TestServer server = TestServer.builder()
                .handler(blocking)
                .handler("depot", depot)
                .options(options -> options.http(true))
                .start()) {
            assertEquals(multiplexed(server, "depot").count("pen"), 100);
            assertEquals(multiplexed(server, "Stock").count("pen"), 3);
            assertEquals(server.calls("depot:count").size(), 1);
            assertTrue(server.server().config().http());
        }
    }

    /** A call that fails, and one that never reaches the handler. */
    @Test
    public void recordsCallsThatFail() throws Exception {
        Stock.Iface failing = item -> {
            throw new IllegalStateException("no stock");
        };
        try (TestServer server = TestServer.of(failing)) {
            assertThrows(TApplicationException.class, () -> plain(server).count("pen"));
            assertThrows(
                    TApplicationException.class,
                    () -> ShopClient.FRAMED_BINARY.connect(server).find("pen"));

            assertEquals(
                    server.awaitCall("count").outcome().get(20, TimeUnit.SECONDS),
                    ServerCallOutcome.Kind.HANDLER_FAILED);
            ServedCall unknown = server.awaitCall("find");
            assertEquals(unknown.outcome().get(20, TimeUnit.SECONDS), ServerCallOutcome.Kind.UNKNOWN_METHOD);
            assertEquals(unknown.arguments(), List.of());
        }
    }

    /** A call is recorded when its handler begins, so a test can wait for a call that is held. */
    @Test
    public void recordsCallsThatRun() throws Exception {
        CompletableFuture<AsyncMethodCallback<Long>> held = new CompletableFuture<>();
        Stock.AsyncIface holding = (item, callback) -> held.complete(callback);
        try (TestServer server = TestServer.of(holding)) {
            Stock.Client client = plain(server);
            client.send_count("pen");

            ServedCall call = server.awaitCall("count");
            assertFalse(call.outcome().isDone());
            assertEquals(call.toString(), "count[pen]: running");
            held.get(20, TimeUnit.SECONDS).onComplete(9L);
            assertEquals(client.recv_count(), 9);
        }
    }

    @Test
    public void saysWhatHasArrivedInstead() throws Exception {
        try (TestServer server = TestServer.builder()
                .handler(blocking)
                .awaitTimeout(Duration.ofMillis(1))
                .start()) {
            assertEquals(
                    expectThrows(AssertionError.class, () -> server.awaitCall("count"))
                            .getMessage(),
                    "call 1 of count has not arrived within 1 ms: 0 calls have arrived; 0 are running");
        }
    }

    @Test
    public void refusesWhatItCannotServe() {
        assertThrows(IllegalStateException.class, TestServer::of);
        assertThrows(IllegalArgumentException.class, () -> TestServer.of("no handler"));
        assertEquals(
                expectThrows(IllegalArgumentException.class, () -> TestServer.of(blocking, asynchronous))
                        .getMessage(),
                "service name 'Stock' is already used");
    }

    @Test
    public void stopsWhenClosed() {
        TestServer server = TestServer.of(blocking);
        server.close();
        server.close();

        assertFalse(server.server().isRunning());
        assertThrows(TTransportException.class, () -> plain(server));
        assertTrue(server.endpoint().matches("127\\.0\\.0\\.1:\\d+"));
    }
}
