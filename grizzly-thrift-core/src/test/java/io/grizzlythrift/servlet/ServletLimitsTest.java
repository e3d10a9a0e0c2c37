package io.grizzlythrift.servlet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.SizedProcessor;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.servlet.ServletHost;
import io.grizzlythrift.test.servlet.ServletHost.Container;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the limits of a servlet, against peers that are slow, greedy or gone. */
@Test(timeOut = 120_000, dataProvider = "containers")
public final class ServletLimitsTest {
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final int BEYOND = 1_000;
    private static final int AT_ONCE = 100;

    /** More than the buffers of both sockets hold. */
    private static final int REPLY_BYTES = 12 << 20;

    private final Requests requests = new Requests(ThriftProtocol.BINARY);
    private EverythingHandler handler;
    private ExecutorService threads;

    @DataProvider
    static Object[][] containers() {
        return ServletCallsTest.containers();
    }

    @BeforeMethod
    void start() {
        handler = new EverythingHandler();
        threads = Executors.newCachedThreadPool();
    }

    @AfterMethod(alwaysRun = true)
    void stop() {
        handler.releaseAll();
        threads.shutdownNow();
    }

    /** Returns a servlet that waits an hour for its calls, so that a call that never ends fails the test. */
    private ThriftServlet servlet(UnaryOperator<ServerLimits.Builder> limits) {
        return servlet(new Everything.Processor<>(handler), limits);
    }

    private static ThriftServlet servlet(TProcessor processor, UnaryOperator<ServerLimits.Builder> limits) {
        return ThriftServlet.builder()
                .name(UniqueName.of("servlet-limits"))
                .processor(processor)
                .strategy(WorkerThreadStrategy.ofThreads(1))
                .shutdownGrace(Duration.ofHours(1))
                .limits(limits.apply(Strategies.patient()).build())
                .build();
    }

    private Future<String> hold(ServletHost host) throws Exception {
        Everything.Client client = new ServletClient(host).client(ThriftProtocol.BINARY);
        Future<String> held = threads.submit(() -> client.hold("key"));
        handler.held("key").entered.get(30, TimeUnit.SECONDS);
        return held;
    }

    private void release(Future<String> held) throws Exception {
        handler.held("key").reply.complete("answer");
        assertEquals(held.get(30, TimeUnit.SECONDS), "answer");
    }

    public void aThousandCallsBeyondMaxInFlight(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits.maxInFlight(1));
        HttpClient http = HttpClient.newHttpClient();
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet)) {
            Future<String> held = hold(host);
            ServletClient client = new ServletClient(host);
            for (int sent = 0; sent < BEYOND; sent += AT_ONCE) {
                List<CompletableFuture<HttpResponse<byte[]>>> responses = new ArrayList<>();
                for (int i = sent; i < sent + AT_ONCE; i++) {
                    responses.add(http.sendAsync(
                            client.post(requests.echoString(i, "text")).build(), BodyHandlers.ofByteArray()));
                }
                for (int i = 0; i < AT_ONCE; i++) {
                    TApplicationException rejection = new Reply(
                                    ThriftProtocol.BINARY,
                                    responses.get(i).get(30, TimeUnit.SECONDS).body())
                            .assertFailure("echoString", sent + i, TApplicationException.INTERNAL_ERROR);
                    assertTrue(rejection.getMessage().contains("maxInFlight is 1"), rejection.getMessage());
                }
            }
            assertEquals(servlet.counters().rejectedCalls(), BEYOND, log.text());
            release(held);
            ServletCallsTest.assertNothingHeld(servlet);
            client.client(ThriftProtocol.BINARY).ping();
        }
    }

    /** After frameTimeout, an incomplete body ends its own request and no other. */
    public void aSlowBodyBesideHealthyCalls(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits.frameTimeout(SHORT));
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet);
                Socket slow = new ServletClient(host).connect()) {
            byte[] message = requests.echoString(1, "slow");
            HttpHost.writePost(slow, message, message.length - 1);
            Future<String> response = threads.submit(() -> HttpHost.readResponse(slow.getInputStream()));
            Everything.Client healthy = new ServletClient(host).client(ThriftProtocol.BINARY);
            do {
                assertEquals(healthy.whoami("healthy"), "everything: healthy");
            } while (!response.isDone());
            assertTrue(response.get().startsWith("HTTP/1.1 408"), response.get());
            assertEquals(slow.getInputStream().read(), -1);
            assertEquals(servlet.counters().reached(LimitType.FRAME_TIMEOUT), 1, log.text());
            ServletCallsTest.assertNothingHeld(servlet);
        }
    }

    /** A peer that keeps sending after its body was rejected is disconnected. */
    public void aBodyThatNeverEnds(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits.frameTimeout(SHORT).maxFrameBytes(100_000));
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet);
                Socket endless = new ServletClient(host).connect()) {
            HttpHost.writeHeader(endless, "Content-Length: 3000000000");
            expectThrows(SocketException.class, () -> {
                while (true) {
                    endless.getOutputStream().write(new byte[1_000]);
                }
            });
            assertEquals(servlet.counters().reached(LimitType.MAX_FRAME_BYTES), 1, log.text());
            ServletCallsTest.assertNothingHeld(servlet);
        }
    }

    public void aBodyThatIsAborted(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits);
        try (LogCapture quiet = LogCapture.start();
                ServletHost host = container.start(servlet)) {
            try (Socket aborted = new ServletClient(host).connect()) {
                HttpHost.writePost(aborted, requests.echoString(1, "x".repeat(50_000)), 30_000);
                Await.that(
                        "nothing is taken",
                        () -> servlet.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) >= 20_000);
            }
            ServletCallsTest.assertNothingHeld(servlet);
            assertEquals(servlet.counters().calls(), 0, quiet.text());
        }
    }

    /** The peer is gone when the reply is written. */
    public void aCallWhosePeerIsGone(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits);
        try (LogCapture quiet = LogCapture.start();
                ServletHost host = container.start(servlet)) {
            try (Socket gone = new ServletClient(host).connect()) {
                HttpHost.writePost(gone, requests.call("hold", 1, new Everything.hold_args("key")));
                handler.held("key").entered.get(30, TimeUnit.SECONDS);
            }
            handler.held("key").reply.complete("x".repeat(REPLY_BYTES));
            ServletCallsTest.assertNothingHeld(servlet);
            new ServletClient(host).client(ThriftProtocol.BINARY).ping();
            assertEquals(quiet.stacks(), 0, quiet.text());
        }
    }

    /** A body that exceeds its share of the memory is rejected; its neighbor completes. */
    public void maxBufferedBytes(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits.maxBufferedBytes(100_000));
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet);
                Socket greedy = new ServletClient(host).connect()) {
            HttpHost.writeHeader(greedy, "Content-Length: 10000000");
            greedy.getOutputStream().write(new byte[90_000]);
            String response = HttpHost.readResponse(greedy.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 503"), response);
            assertEquals(servlet.counters().reached(LimitType.MAX_BUFFERED_BYTES), 1, log.text());
            new ServletClient(host).client(ThriftProtocol.BINARY).ping();
            ServletCallsTest.assertNothingHeld(servlet);
        }
    }

    /** The reply is dropped after writeTimeout. What the peer reads later must not look complete. */
    public void aReplyThatIsNotRead(Container container) throws Exception {
        ThriftServlet servlet = servlet(new SizedProcessor(REPLY_BYTES), limits -> limits.writeTimeout(SHORT));
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet);
                Socket deaf = new ServletClient(host).connect()) {
            HttpHost.writePost(deaf, HeldProcessor.call(ThriftProtocol.BINARY, "fast", 1));
            Await.that("the reply is kept", () -> servlet.counters().reached(LimitType.WRITE_TIMEOUT) == 1);
            ServletCallsTest.assertNothingHeld(servlet);
            assertTrue(readAll(deaf.getInputStream()) < REPLY_BYTES, log.text());
        }
    }

    private static long readAll(InputStream in) throws IOException {
        byte[] part = new byte[1 << 16];
        long sum = 0;
        try {
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                sum += count;
            }
        } catch (SocketException reset) {
            // closed at once
        }
        return sum;
    }

    /** A reply that is read late, but within writeTimeout, is complete. */
    public void aReplyThatIsReadLate(Container container) throws Exception {
        ThriftServlet servlet = servlet(new SizedProcessor(REPLY_BYTES), limits -> limits);
        try (ServletHost host = container.start(servlet);
                Socket late = new ServletClient(host).connect()) {
            for (int call = 1; call <= 2; call++) {
                HttpHost.writePost(late, HeldProcessor.call(ThriftProtocol.BINARY, "fast", call));
                Await.that(
                        "the reply is not counted",
                        () -> servlet.counters().bufferedBytes(MemoryPart.UNSENT_REPLIES) >= REPLY_BYTES);
                assertTrue(HttpHost.readBody(late.getInputStream()).length >= REPLY_BYTES);
                ServletCallsTest.assertNothingHeld(servlet);
            }
        }
    }

    /** Calls in flight when the application stops get their replies; the container waits for them. */
    public void undeployDrains(Container container) throws Exception {
        ThriftServlet servlet = servlet(limits -> limits);
        try (ServletHost host = container.start(servlet)) {
            Future<String> held = hold(host);
            Future<?> stopped = threads.submit(() -> {
                host.undeploy();
                return null;
            });
            ServletClient client = new ServletClient(host);
            Await.that("calls are accepted", () -> isRejected(client));
            assertFalse(stopped.isDone(), "did not wait");
            release(held);
            stopped.get(30, TimeUnit.SECONDS);
            host.deploy();
            client.client(ThriftProtocol.BINARY).ping();
            assertEquals(servlet.counters().calls(), 1);
        }
    }

    private boolean isRejected(ServletClient client) {
        try {
            HttpResponse<byte[]> response = HttpHost.send(client.post(requests.echoString(1, "late")));
            if (response.statusCode() == 200) {
                return HttpHost.text(response).contains("shutting down");
            }
            return true;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A handler that does not end within the grace is interrupted, and its peer does not wait for ever. */
    public void aCallThatOutlastsTheGrace(Container container) throws Exception {
        ThriftServlet servlet = ThriftServlet.builder()
                .name(UniqueName.of("servlet-limits"))
                .processor(new Everything.Processor<>(handler))
                .shutdownGrace(Duration.ZERO)
                .limits(Strategies.patient().build())
                .build();
        try (LogCapture quiet = LogCapture.start();
                ServletHost host = container.start(ServletHost.App.impatient(servlet))) {
            Future<String> held = hold(host);
            host.undeploy();
            handler.held("key").interrupted.get(30, TimeUnit.SECONDS);
            expectThrows(Exception.class, () -> held.get(30, TimeUnit.SECONDS));
            Await.that("memory is held, " + quiet, () -> servlet.counters().bufferedBytes() == 0);
        }
    }
}
