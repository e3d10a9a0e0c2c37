package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.header.HeaderMap;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.async.AsyncMethodCallback;
import org.testng.annotations.Test;

/** Tests that the headers of calls that outlive their batch are charged, and remain readable. */
@Test(timeOut = 60_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class HeldHeadersTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final String VALUE = "v".repeat(40_000);

    private final AsyncEverything handler = new AsyncEverything(Runnable::run);

    private static byte[] hold(int sequenceId, String key) throws Exception {
        return new Requests(PROTOCOL).call("hold", sequenceId, new Everything.hold_args(key));
    }

    private AsyncMethodCallback<Object> held(String key) throws Exception {
        return handler.held(key).get(30, TimeUnit.SECONDS);
    }

    private static long waiting(ThriftServer server) {
        return server.counters().bufferedBytes(MemoryPart.WAITING_FRAMES);
    }

    public void ofCallsWithAContext(Strategies strategy) throws Exception {
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        String key = "context " + strategy;
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .interceptor(call -> {
                            context.complete(call);
                            return (ServerCallOutcome outcome) -> {};
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(PROTOCOL, 1, hold(1, key))
                    .header("large", VALUE)
                    .bytes());
            AsyncMethodCallback<Object> pending = held(key);
            int bytes = VALUE.length() + "large".length() + HeaderMap.PAIR_BYTES;
            Await.that("the headers are charged, the frame is not", () -> {
                long now = waiting(server);
                return now >= bytes && now < bytes + 200;
            });
            assertEquals(context.get().header("LARGE").orElseThrow(), VALUE);
            pending.onComplete("done");
            HeaderFrame.read(client.readFrame());
            Await.that("the headers are released", () -> waiting(server) == 0);
            assertEquals(context.get().header("large").orElseThrow(), VALUE);
        }
    }

    /** Headers that were not read while the call ran. The array of its read is reused. */
    public void ofCallsThatHaveEnded(Strategies strategy) throws Exception {
        CompletableFuture<CallContext> context = new CompletableFuture<>();
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .interceptor(call -> {
                            context.complete(call);
                            return (ServerCallOutcome outcome) -> {};
                        })
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            for (int id = 1; id <= 20; id++) {
                client.sendFrames(HeaderFrame.of(PROTOCOL, id, new Requests(PROTOCOL).echoString(id, "text"))
                        .header("number", "of the call " + id)
                        .bytes());
                HeaderFrame.read(client.readFrame()).reply().assertEchoString(id, "text");
            }
            assertEquals(context.get().header("number").orElseThrow(), "of the call 1");
            Await.that("nothing is charged", () -> waiting(server) == 0);
        }
    }

    /** A call whose context is never requested keeps no headers. */
    public void ofCallsWithoutAContext(Strategies strategy) throws Exception {
        String key = "none " + strategy;
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(HeaderFrame.of(PROTOCOL, 1, hold(1, key))
                    .header("large", VALUE)
                    .bytes());
            AsyncMethodCallback<Object> pending = held(key);
            Await.that("nothing is charged", () -> waiting(server) == 0);
            pending.onComplete("done");
            assertFalse(HeaderFrame.read(client.readFrame()).reply().isException());
        }
    }

    public void tooLarge(Strategies strategy) throws Exception {
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .build()
                        .start();
                RawClient client = new RawClient(server)) {
            String most = "v".repeat(HeaderMap.MAX_BYTES - HeaderMap.PAIR_BYTES - 1);
            byte[] call = new Requests(PROTOCOL).echoString(1, "text");
            client.sendFrames(
                    HeaderFrame.of(PROTOCOL, 1, call).header("n", most).bytes());
            HeaderFrame.read(client.readFrame()).reply().assertEchoString(1, "text");
            client.sendFrames(
                    HeaderFrame.of(PROTOCOL, 1, call).header("n", most + "v").bytes());
            client.assertClosedByServer();
            assertEquals(server.rejectedFrames(), 1);
        }
    }

    /** The heads of HTTP calls: while the body is incomplete, and while the handler has not replied. */
    public void ofHttpCalls(Strategies strategy) throws Exception {
        String key = "http " + strategy;
        byte[] body = hold(1, key);
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .http(true)
                        .build()
                        .start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            String value = "v".repeat(10_000);
            String head = "POST / HTTP/1.1\r\nHost: h\r\nLarge: " + value
                    + "\r\nContent-Type: application/x-thrift\r\nContent-Length: " + body.length + "\r\n\r\n";
            out.write(head.getBytes(StandardCharsets.ISO_8859_1));
            int least = value.length() + 3 * HeaderMap.PAIR_BYTES;
            Await.that(
                    "the head is charged before its body",
                    () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) >= least);
            out.write(body);
            AsyncMethodCallback<Object> pending = held(key);
            Await.that(
                    "the head is charged to the call",
                    () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0
                            && waiting(server) >= least
                            && waiting(server) < least + body.length + 5000);
            pending.onComplete("done");
            byte[] begin = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            assertTrue(new String(begin, StandardCharsets.US_ASCII).endsWith("200"));
            Await.that("the head is released", () -> waiting(server) == 0);
        }
    }

    /** Over HTTP, a reply carries no headers that the handler adds. */
    public void httpRepliesHaveNone(Strategies strategy) throws Exception {
        CompletableFuture<Boolean> added = new CompletableFuture<>();
        byte[] body = new Requests(PROTOCOL).echoString(1, "text");
        try (ThriftServer server = strategy.builder(handler.processor())
                        .protocol(PROTOCOL)
                        .http(true)
                        .interceptor(call -> {
                            added.complete(call.addReplyHeader("X-Reply", "value"));
                            return (ServerCallOutcome outcome) -> {};
                        })
                        .build()
                        .start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            String head = "POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                    + "Content-Type: application/x-thrift\r\nContent-Length: " + body.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(body);
            String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertTrue(response.startsWith("HTTP/1.1 200 "), response);
            assertFalse(response.contains("X-Reply"), response);
            assertEquals(added.get(), Boolean.FALSE);
        }
    }
}
