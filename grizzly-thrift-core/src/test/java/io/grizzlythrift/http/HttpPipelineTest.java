package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests pipelined requests. */
@Test(timeOut = 60_000)
public final class HttpPipelineTest {
    private static final int REQUESTS = 2_000;

    /** One of this many requests has a body that takes several reads. */
    private static final int LARGE_EACH = 250;

    private static final int LARGE = 150_000;

    /** A segment of the loopback interface has at most 64 KiB. */
    private static final int PER_SEGMENT = 100;

    /** Far more stack frames than one request after another needs, and far fewer than ten nested requests. */
    private static final int MAX_FRAMES = 100;

    private final Requests requests = new Requests(ThriftProtocol.BINARY);
    private final AtomicInteger deepest = new AtomicInteger();
    private ExecutorService threads;

    @BeforeMethod
    void start() {
        deepest.set(0);
        threads = Executors.newCachedThreadPool();
    }

    @AfterMethod
    void stop() {
        threads.shutdownNow();
    }

    private HttpHost start(Strategies strategy) throws Exception {
        return new HttpHost(ThriftHttpHandler.builder()
                .name(UniqueName.of("pipeline-" + strategy))
                .strategy(strategy.ofThreads(Strategies.THREADS))
                .limits(Strategies.patient().build())
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .interceptor(call -> {
                    deepest.accumulateAndGet(new Throwable().getStackTrace().length, Math::max);
                    return outcome -> {};
                })
                .build());
    }

    private static byte[] post(String contentType, byte[] message) {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(("POST " + HttpHost.PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + contentType
                        + "\r\nContent-Length: " + message.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        post.writeBytes(message);
        return post.toByteArray();
    }

    private Future<?> write(Socket socket, byte[] bytes) {
        Callable<Void> writing = () -> {
            socket.getOutputStream().write(bytes);
            return null;
        };
        return threads.submit(writing);
    }

    private static String text(int request) {
        return "text " + request + (request % LARGE_EACH == 1 ? "x".repeat(LARGE) : "");
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void everyRequestGetsItsResponseInOrder(Strategies strategy) throws Exception {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < REQUESTS; i++) {
            all.writeBytes(post(ThriftHttpHandler.CONTENT_TYPE, requests.echoString(i, text(i))));
        }
        try (HttpHost host = start(strategy);
                Socket socket = host.connect()) {
            Future<?> written = write(socket, all.toByteArray());
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < REQUESTS; i++) {
                new Reply(ThriftProtocol.BINARY, HttpHost.readBody(in)).assertEchoString(i, text(i));
            }
            written.get(20, TimeUnit.SECONDS);
            assertEquals(host.counters().calls(), REQUESTS);
        }
        assertTrue(deepest.get() < MAX_FRAMES, "the stack was " + deepest + " frames deep");
    }

    /**
     * Requests that are rejected unread do not affect the requests after them. The connection is closed unless the body
     * of such a request has already arrived, so each write is one segment.
     */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void requestsBehindRejectedOnes(Strategies strategy) throws Exception {
        try (HttpHost host = start(strategy);
                Socket socket = host.connect()) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int from = 0; from < REQUESTS; from += PER_SEGMENT) {
                ByteArrayOutputStream segment = new ByteArrayOutputStream();
                for (int i = from; i < from + PER_SEGMENT; i += 2) {
                    segment.writeBytes(post("text/html", new byte[10]));
                    segment.writeBytes(post(ThriftHttpHandler.CONTENT_TYPE, requests.echoString(i, "text " + i)));
                }
                socket.getOutputStream().write(segment.toByteArray());
                for (int i = from; i < from + PER_SEGMENT; i += 2) {
                    String rejected = HttpHost.readResponse(in);
                    assertTrue(rejected.startsWith("HTTP/1.1 415"), "before call " + i + ": " + rejected);
                    new Reply(ThriftProtocol.BINARY, HttpHost.readBody(in)).assertEchoString(i, "text " + i);
                }
            }
        }
        assertTrue(deepest.get() < MAX_FRAMES, "the stack was " + deepest + " frames deep");
    }
}
