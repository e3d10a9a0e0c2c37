package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.http.ThriftHttpHandler;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that nothing waits for a running oneway call except the shutdown of its server. */
@Test(timeOut = 60_000, dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
public final class OnewayTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Duration LONG = Duration.ofSeconds(40);

    private final Requests requests = new Requests(PROTOCOL);
    private EverythingHandler handler;
    private ExecutorService threads;

    @BeforeMethod
    void start() {
        handler = new EverythingHandler();
        threads = Executors.newCachedThreadPool();
    }

    @AfterMethod
    void stop() {
        handler.releaseAll();
        threads.shutdownNow();
    }

    private ThriftServer start(Strategies strategy, TProcessor processor, ServerLimits limits) {
        return strategy.builder(processor)
                .protocol(PROTOCOL)
                .selectorThreads(1)
                .limits(limits)
                .build()
                .start();
    }

    private ThriftServer start(Strategies strategy) {
        return start(
                strategy,
                new Everything.Processor<>(handler),
                Strategies.patient().build());
    }

    private byte[] oneway(String key) throws Exception {
        return requests.oneway("hold", 1_000, new Everything.hold_args(key));
    }

    private byte[] echo(int sequenceId) throws Exception {
        return requests.echoString(sequenceId, "text");
    }

    private static void assertEcho(RawClient client, int sequenceId) throws Exception {
        client.readReply(PROTOCOL).assertEchoString(sequenceId, "text");
    }

    private void awaitEntered(String key) throws Exception {
        handler.held(key).entered.get(20, TimeUnit.SECONDS);
    }

    /** Asserts that each call was counted down exactly once. */
    private static void assertNothingInFlight(ThriftServer server, RawClient client) throws Exception {
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
        client.sendFrames(new Requests(PROTOCOL).echoString(99, "text"));
        assertEcho(client, 99);
        Await.that("calls stay in flight", () -> server.counters().inFlight() == 0);
    }

    public void callsOfTheSameRead(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy);
                RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1), oneway("a"), echo(2), oneway("b"), echo(3), echo(4));
            for (int id = 1; id <= 4; id++) {
                assertEcho(client, id);
            }
            awaitEntered("a");
            awaitEntered("b");
            Await.that("the calls stay in flight", () -> server.counters().inFlight() == 2);
            handler.held("b").reply.complete("for nobody");
            Await.that("the call stays in flight", () -> server.counters().inFlight() == 1);
            client.sendFrames(echo(5));
            assertEcho(client, 5);
            handler.held("a").reply.complete("for nobody");
            assertNothingInFlight(server, client);
        }
    }

    public void callsOfLaterReads(Strategies strategy) throws Exception {
        try (ThriftServer server = start(strategy);
                RawClient client = new RawClient(server)) {
            client.sendFrames(oneway("a"));
            awaitEntered("a");
            for (int id = 1; id <= 3; id++) {
                client.sendFrames(echo(id));
                assertEcho(client, id);
            }
            Await.that("not one call in flight", () -> server.counters().inFlight() == 1);
            handler.held("a").reply.complete("for nobody");
            assertNothingInFlight(server, client);
        }
    }

    /** A oneway call still counts towards the calls in flight of its connection. */
    public void countsTowardsTheLimitOfItsConnection(Strategies strategy) throws Exception {
        ServerLimits limits = Strategies.patient().maxInFlightPerConnection(1).build();
        try (LogCapture log = LogCapture.start();
                ThriftServer server = start(strategy, new Everything.Processor<>(handler), limits);
                RawClient client = new RawClient(server);
                RawClient other = new RawClient(server)) {
            client.sendFrames(oneway("a"));
            awaitEntered("a");
            Await.that(
                    "the connection is read on",
                    () -> server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) == 1);
            client.sendFrames(oneway("b"));
            for (int id = 1; id <= 2; id++) { // the only selector has now read everything before
                other.sendFrames(echo(id));
                assertEcho(other, id);
            }
            assertEquals(server.counters().calls(), 3, log.text());
            handler.held("a").reply.complete("for nobody");
            awaitEntered("b");
            handler.held("b").reply.complete("for nobody");
            assertNothingInFlight(server, client);
        }
    }

    public void drainWaits(Strategies strategy) throws Exception {
        ThriftServer server = start(strategy);
        try (RawClient client = new RawClient(server)) {
            client.sendFrames(echo(1), oneway("a"), echo(2));
            assertEcho(client, 1);
            assertEcho(client, 2);
            awaitEntered("a");
            CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> server.shutdown(LONG), threads);
            Await.that("calls are not rejected", () -> isRejected(client));
            for (int i = 0; i < 10; i++) { // the connection is not closed
                assertTrue(isRejected(client));
            }
            assertFalse(stopped.isDone(), "stopped while a oneway call runs");
            handler.held("a").reply.complete("for nobody");
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            assertFalse(handler.held("a").interrupted.isDone(), "interrupted within the grace");
            client.assertClosedByServer();
        } finally {
            handler.releaseAll();
            server.shutdown(Duration.ZERO);
        }
    }

    /** It is in flight until its handler completes it, even though no thread runs it. */
    public void anAsynchronousOnewayCallIsInFlightUntilCompleted(Strategies strategy) throws Exception {
        AsyncEverything async = new AsyncEverything(Runnable::run);
        try (ThriftServer server =
                        start(strategy, async.processor(), Strategies.patient().build());
                RawClient client = new RawClient(server)) {
            client.sendFrames(oneway("a"), echo(1));
            assertEcho(client, 1);
            client.sendFrames(oneway("b"));
            client.sendFrames(echo(2));
            assertEcho(client, 2);
            Await.that("the calls end by themselves", () -> server.counters().inFlight() == 2);
            CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> server.shutdown(LONG), threads);
            async.held("a").get(20, TimeUnit.SECONDS).onComplete("for nobody");
            Await.that("the call stays in flight", () -> server.counters().inFlight() == 1);
            assertFalse(stopped.isDone(), "stopped while a oneway call is in flight");
            async.held("b").get(20, TimeUnit.SECONDS).onComplete("for nobody");
            assertTrue(stopped.get(20, TimeUnit.SECONDS), "drained");
            assertEquals(server.counters().inFlight(), 0);
        }
    }

    private HttpHost http(Strategies strategy) throws Exception {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("oneway-http-" + strategy))
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .limits(Strategies.patient().build())
                .shutdownGrace(LONG)
                .processor(new Everything.Processor<>(handler))
                .build());
    }

    /** The response is sent before the call ends, whichever thread runs the call. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void overHttpTheResponsePrecedesTheCall(Strategies strategy) throws Exception {
        try (HttpHost host = http(strategy);
                Socket socket = host.connect()) {
            HttpHost.writePost(socket, oneway("a"));
            String response = HttpHost.readResponse(socket.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 200"), response);
            awaitEntered("a");
            assertEquals(host.counters().inFlight(), 1);
            if (strategy == Strategies.SAME_THREAD) { // the thread of the connection runs it
                handler.held("a").reply.complete("for nobody");
            }
            HttpHost.writePost(socket, echo(7));
            new Reply(PROTOCOL, HttpHost.readBody(socket.getInputStream())).assertEchoString(7, "text");
            if (strategy != Strategies.SAME_THREAD) {
                Await.that("not one call in flight", () -> host.counters().inFlight() == 1);
                CompletableFuture<Void> stopped = CompletableFuture.runAsync(host::close, threads);
                Await.that("calls are not rejected", () -> isRejected(socket));
                assertFalse(stopped.isDone(), "stopped while a oneway call runs");
                handler.held("a").reply.complete("for nobody");
                stopped.get(20, TimeUnit.SECONDS);
                assertFalse(handler.held("a").interrupted.isDone(), "interrupted within the grace");
            }
            Await.that("calls stay in flight", () -> host.counters().inFlight() == 0);
        }
    }

    private boolean isRejected(RawClient client) {
        try {
            client.sendFrames(echo(8));
            return client.readReply(PROTOCOL).isException();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private boolean isRejected(Socket socket) {
        try {
            HttpHost.writePost(socket, echo(8));
            return new Reply(PROTOCOL, HttpHost.readBody(socket.getInputStream())).isException();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
