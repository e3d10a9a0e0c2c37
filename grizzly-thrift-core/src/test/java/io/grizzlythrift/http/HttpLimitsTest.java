package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

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
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.thrift.TApplicationException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the limits of a server over HTTP. */
@Test(timeOut = 60_000)
public final class HttpLimitsTest {
    private static final Duration QUEUE_TIMEOUT = Duration.ofMillis(300);

    private final Requests requests = new Requests(ThriftProtocol.BINARY);
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

    /**
     * Starts a server that waits an hour for its calls when it is closed, so that a call that never ends fails the
     * test.
     */
    private HttpHost start(UnaryOperator<ServerLimits.Builder> limits) throws IOException {
        return start(limits, 1);
    }

    private HttpHost start(UnaryOperator<ServerLimits.Builder> limits, int calls) throws IOException {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("http-limits"))
                .processor(new Everything.Processor<>(handler))
                .strategy(WorkerThreadStrategy.ofThreads(calls))
                .shutdownGrace(Duration.ofHours(1))
                .limits(limits.apply(Strategies.patient()).build())
                .build());
    }

    public void maxInFlight() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.maxInFlight(1))) {
            Everything.Client first = host.client(ThriftProtocol.BINARY);
            Future<String> held = threads.submit(() -> first.hold("key"));
            handler.held("key").entered.get(20, TimeUnit.SECONDS);
            Everything.Client second = host.client(ThriftProtocol.BINARY);
            TApplicationException rejection = expectThrows(TApplicationException.class, second::ping);
            assertEquals(rejection.getType(), TApplicationException.INTERNAL_ERROR);
            assertTrue(rejection.getMessage().contains("maxInFlight is 1"), rejection.getMessage());
            handler.held("key").reply.complete("answer");
            assertEquals(held.get(20, TimeUnit.SECONDS), "answer");
            Await.that("the call stays in flight", () -> host.counters().inFlight() == 0);
            second.ping();
            assertEquals(host.counters().rejectedCalls(), 1);
            assertEquals(host.counters().reached(LimitType.MAX_IN_FLIGHT), 1, log.text());
        }
    }

    public void queueTimeout() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.queueTimeout(QUEUE_TIMEOUT))) {
            Future<String> held = threads.submit(() -> host.holdTheOnlyThread("key"));
            handler.held("key").entered.get(20, TimeUnit.SECONDS);
            long before = host.counters().calls();
            Everything.Client second = host.client(ThriftProtocol.BINARY);
            Future<TApplicationException> waiting =
                    threads.submit(() -> expectThrows(TApplicationException.class, second::ping));
            Await.that("the call does not arrive", () -> host.counters().calls() > before);
            Await.pass(QUEUE_TIMEOUT.plusMillis(1));
            handler.held("key").reply.complete("answer");
            assertEquals(held.get(20, TimeUnit.SECONDS), "answer");
            String rejection = waiting.get(20, TimeUnit.SECONDS).getMessage();
            assertTrue(rejection.contains("queueTimeout is 300 ms"), rejection + log.text());
        }
    }

    /** Memory is charged for the bytes that have arrived, and released however the body ends. */
    public void maxBufferedBytes() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.maxBufferedBytes(100_000));
                Socket greedy = host.connect();
                Socket late = host.connect()) {
            HttpHost.writeHeader(greedy, "Content-Length: 10000000");
            greedy.getOutputStream().write(new byte[30_000]);
            Await.that("nothing is taken", () -> host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) >= 30_000);
            assertTrue(host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) <= 100_000);
            HttpHost.writeHeader(late, "Content-Length: 10000000");
            late.getOutputStream().write(new byte[90_000]);
            String response = HttpHost.readResponse(late.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 503"), response);
            assertEquals(host.counters().reached(LimitType.MAX_BUFFERED_BYTES), 1, log.text());
            greedy.shutdownOutput();
            Await.that(
                    "the memory of a closed connection",
                    () -> host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
            assertEquals(host.counters().calls(), 0);
        }
    }

    /** After frameTimeout, an incomplete body ends its own connection and no other. */
    public void frameTimeout() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.frameTimeout(Duration.ofMillis(500)));
                Socket slow = host.connect()) {
            byte[] message = requests.echoString(1, "slow");
            HttpHost.writePost(slow, message, message.length - 1);
            assertEquals(readToEnd(slow), 0);
            assertEquals(host.counters().reached(LimitType.FRAME_TIMEOUT), 1, log.text());
            assertEquals(host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
            try (Socket other = host.connect()) {
                HttpHost.writePost(other, requests.echoString(2, "in one write")); // in time on any machine
                new Reply(ThriftProtocol.BINARY, HttpHost.readBody(other.getInputStream()))
                        .assertEchoString(2, "in one write");
            }
            assertEquals(host.counters().calls(), 1);
        }
    }

    /** A peer whose message was rejected as too large and that never stops sending is disconnected. */
    public void aRejectedBodyThatDoesNotEnd() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.frameTimeout(Duration.ofMillis(500)));
                Socket endless = host.connect()) {
            HttpHost.writeHeader(endless, "Content-Length: 2000000000");
            String response = HttpHost.readResponse(endless.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 413"), response);
            assertEquals(readToEnd(endless), 0, log.text());
        }
    }

    private static int readToEnd(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes().length;
        } catch (java.net.SocketException e) { // a reset also ends the stream
            return 0;
        }
    }

    /** A peer that reads no byte of its reply is disconnected. */
    public void writeTimeout() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits.writeTimeout(Duration.ofMillis(500)));
                Socket deaf = host.connect()) {
            HttpHost.writePost(deaf, requests.echoString(1, "x".repeat(15_000_000)));
            Await.that("the reply waits for ever", () -> host.counters().reached(LimitType.WRITE_TIMEOUT) == 1);
            Await.that("the call stays in flight", () -> host.counters().inFlight() == 0);
            host.client(ThriftProtocol.BINARY).ping();
            Await.that("not logged", () -> log.count("read no byte of a reply") == 1); // after it is counted
        }
    }

    /** Nothing is unsent, so there is nothing that its client could read. */
    public void aOnewayCallMayRunForLongerThanTheWriteTimeout() throws Exception {
        CompletableFuture<Void> entered = new CompletableFuture<>();
        CompletableFuture<Void> held = new CompletableFuture<>();
        handler = new EverythingHandler() {
            @Override
            public void note(String text) {
                entered.complete(null);
                held.join();
            }
        };
        try (HttpHost host = start(limits -> limits.writeTimeout(Duration.ofMillis(500)), 2);
                Socket healthy = host.connect();
                Socket deaf = host.connect()) {
            HttpHost.writePost(healthy, requests.oneway("note", 1, new Everything.note_args("for a while")));
            HttpHost.readResponse(healthy.getInputStream());
            entered.get(20, TimeUnit.SECONDS);
            HttpHost.writePost(deaf, requests.echoString(1, "x".repeat(15_000_000)));
            Await.that("the deaf one stays", () -> host.counters().reached(LimitType.WRITE_TIMEOUT) > 0);
            HttpHost.writePost(healthy, requests.echoString(2, "still there"));
            String response = HttpHost.readResponse(healthy.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 200"), response);
            assertEquals(host.counters().reached(LimitType.WRITE_TIMEOUT), 1);
            held.complete(null);
        } finally {
            held.complete(null);
        }
    }

    /** Its call completes: the drain at the end of the test has nothing to wait for. */
    public void aPeerThatDisconnects() throws Exception {
        try (LogCapture log = LogCapture.start();
                HttpHost host = start(limits -> limits)) {
            try (Socket socket = host.connect()) {
                socket.setSoLinger(true, 0); // a reset
                HttpHost.writePost(socket, requests.call("hold", 1, new Everything.hold_args("key")));
                handler.held("key").entered.get(20, TimeUnit.SECONDS);
            }
            handler.held("key").reply.complete("nobody reads this");
            Await.that("the call stays in flight", () -> host.counters().inFlight() == 0);
            try (Socket socket = host.connect()) {
                HttpHost.writeHeader(socket, "Content-Length: 1000");
                socket.getOutputStream().write(new byte[500]);
                Await.that("nothing is taken", () -> host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 0);
            }
            Await.that(
                    "the memory of a closed connection",
                    () -> host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
            host.client(ThriftProtocol.BINARY).ping();
            assertEquals(log.count("Exception"), 0, log.text());
        }
    }
}
