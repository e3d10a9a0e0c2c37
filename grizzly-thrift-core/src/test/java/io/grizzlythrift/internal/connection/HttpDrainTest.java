package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the responses to HTTP clients of a server that is full, drains or stops. */
@Test(timeOut = 120_000)
public final class HttpDrainTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final Duration LONG = Duration.ofMinutes(50);

    private HeldProcessor processor;

    @BeforeMethod
    void newProcessor() {
        processor = new HeldProcessor();
    }

    private ThriftServerBuilder builder(Strategies strategy) {
        return strategy.builder(processor).protocol(PROTOCOL).http(true);
    }

    private static CompletableFuture<Boolean> shutdown(ThriftServer server, Duration grace) {
        CompletableFuture<Boolean> result = new CompletableFuture<>();
        new Thread(() -> result.complete(server.shutdown(grace)), "shutdown").start();
        return result;
    }

    private static void assertDrained(CompletableFuture<Boolean> result) throws Exception {
        assertTrue(result.get(Await.LONG.toSeconds(), TimeUnit.SECONDS));
    }

    private static byte[] post(String method, int sequenceId) throws Exception {
        return HttpSocket.post(HeldProcessor.call(PROTOCOL, method, sequenceId));
    }

    private static void assertReply(HttpSocket.Response response, int sequenceId) throws Exception {
        assertEquals(response.status(), 200);
        assertEquals(new Reply(PROTOCOL, response.body()).sequenceId(), sequenceId);
    }

    private static void awaitNotListening(ThriftServer server) throws IOException {
        Await.that("the server still listens", () -> {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                return connected.isClosed(); // not yet
            } catch (SocketException e) { // a reset if it closes at this moment
                return e instanceof ConnectException;
            }
        });
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void callsInFlightGetTheirReplies(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy).build().start();
        try (HttpSocket idle = new HttpSocket(server);
                HttpSocket busy = new HttpSocket(server)) {
            assertEquals(idle.send(HttpSocket.get("/health/ready")).read().status(), 200);
            busy.send(post("hold", 1));
            processor.awaitStart(1);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            Await.that("the server stays ready", () -> !server.isReady());
            processor.release(1);
            HttpSocket.Response last = busy.read();
            assertReply(last, 1);
            assertTrue(last.closes(), last.head());
            busy.assertClosedByServer();
            idle.assertClosedByServer();
            assertDrained(stopped);
        }
    }

    /** The reply to a oneway call is sent before its handler runs, but the server still waits for the handler. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void onewayCallsEnd(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy).build().start();
        try (HttpSocket socket = new HttpSocket(server)) {
            socket.send(HttpSocket.post(HeldProcessor.oneway(PROTOCOL, "hold", 1)));
            HttpSocket.Response empty = socket.read();
            assertEquals(empty.status() + " " + empty.body().length, "200 0");
            processor.awaitStart(1);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            Await.that("the server stays ready", () -> !server.isReady());
            if (strategy != Strategies.SAME_THREAD) {
                awaitNotListening(server);
            }
            assertFalse(stopped.isDone());
            processor.release(1);
            assertDrained(stopped);
        }
    }

    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void newCallsAreRejected(Strategies strategy) throws Exception {
        ThriftServer server = builder(strategy).build().start();
        try (HttpSocket socket = new HttpSocket(server)) {
            socket.send(post("hold", 1));
            processor.awaitStart(1);
            CompletableFuture<Boolean> stopped = shutdown(server, LONG);
            awaitNotListening(server);
            socket.send(post("fast", 2));
            Await.that("the call is not rejected", () -> server.counters().rejectedCalls() == 1);
            processor.release(1);
            HttpSocket.Response first = socket.read();
            assertReply(first, 1);
            assertFalse(first.closes(), "another response follows: " + first.head());
            HttpSocket.Response last = socket.read();
            new Reply(PROTOCOL, last.body()).assertFailure("fast", 2, TApplicationException.INTERNAL_ERROR);
            assertTrue(last.closes(), last.head());
            socket.assertClosedByServer();
            assertDrained(stopped);
        }
    }

    /** Until the delay ends, the server works as before, but is not ready and sends connections elsewhere. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void duringTheDrainDelay(Strategies strategy) throws Exception {
        ThriftServer server =
                builder(strategy).drainDelay(Duration.ofMinutes(50)).build().start();
        CompletableFuture<Boolean> stopped = shutdown(server, LONG);
        Await.that("the server stays ready", () -> !server.isReady());
        try (HttpSocket ready = new HttpSocket(server);
                HttpSocket live = new HttpSocket(server);
                HttpSocket calls = new HttpSocket(server)) {
            HttpSocket.Response not =
                    ready.send(HttpSocket.get("/health/ready")).read();
            assertEquals(not.status(), 503);
            assertEquals(not.text(), "not ready: the server shuts down, or is not started\n");
            ready.assertClosedByServer();
            assertEquals(live.send(HttpSocket.get("/health/live")).read().status(), 200);
            calls.send(post("fast", 1));
            HttpSocket.Response reply = calls.read();
            assertReply(reply, 1);
            assertTrue(reply.closes(), reply.head());
            calls.assertClosedByServer();
        }
        server.shutdown(Duration.ZERO);
        stopped.get(Await.LONG.toSeconds(), TimeUnit.SECONDS);
    }

    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void notReadyWhileFull(Strategies strategy) throws Exception {
        try (ThriftServer server = builder(strategy)
                        .limits(Strategies.patient().maxInFlight(1).build())
                        .build()
                        .start();
                HttpSocket busy = new HttpSocket(server);
                HttpSocket probe = new HttpSocket(server)) {
            busy.send(post("hold", 1));
            processor.awaitStart(1);
            HttpSocket.Response not =
                    probe.send(HttpSocket.get("/health/ready")).read();
            assertEquals(not.status(), 503);
            assertEquals(not.text(), "not ready: too many calls are in flight, maxInFlight is 1\n");
            assertFalse(not.closes(), "the next probe uses the same connection: " + not.head());
            assertEquals(probe.send(HttpSocket.get("/health/live")).read().status(), 200);
            TApplicationException rejected = new Reply(
                            PROTOCOL, probe.send(post("fast", 2)).read().body())
                    .assertFailure("fast", 2, TApplicationException.INTERNAL_ERROR);
            assertTrue(rejected.getMessage().contains("maxInFlight is 1"), rejected.getMessage());
            processor.release(1);
            assertReply(busy.read(), 1);
            assertEquals(probe.send(HttpSocket.get("/health/ready")).read().status(), 200);
        }
    }

    /** Pipelined calls run concurrently, up to the limit at which reading pauses. */
    @Test(dataProvider = "strategiesOfSeveralThreads", dataProviderClass = Strategies.class)
    public void readingPausesAtTheLimitOfAConnection(Strategies strategy) throws Exception {
        int calls = 40;
        try (ThriftServer server = builder(strategy)
                        .limits(Strategies.patient().maxInFlightPerConnection(2).build())
                        .build()
                        .start();
                HttpSocket socket = new HttpSocket(server)) {
            socket.send(post("hold", 1)).send(post("hold", 2));
            processor.awaitStart(1);
            processor.awaitStart(2);
            Await.that(
                    "reading does not pause",
                    () -> server.counters().reached(LimitType.MAX_IN_FLIGHT_PER_CONNECTION) > 0);
            ByteArrayOutputStream more = new ByteArrayOutputStream();
            for (int call = 3; call <= calls; call++) {
                more.writeBytes(post("fast", call));
            }
            socket.send(more.toByteArray());
            processor.release(2);
            processor.release(1);
            for (int call = 1; call <= calls; call++) {
                assertReply(socket.read(), call);
            }
        }
    }
}
