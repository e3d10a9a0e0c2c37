package io.grizzlythrift.servlet;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.http.HttpHost;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.test.servlet.ServletHost;
import io.grizzlythrift.test.servlet.ServletHost.App;
import io.grizzlythrift.test.servlet.ServletHost.Container;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the statuses of responses of a servlet. */
@Test(timeOut = 120_000, dataProvider = "containers")
public final class ServletStatusTest {
    private static final int MAX_FRAME_BYTES = 100_000;

    private final Requests requests = new Requests(ThriftProtocol.BINARY);

    @DataProvider
    static Object[][] containers() {
        return ServletCallsTest.containers();
    }

    private static ThriftServlet servlet() {
        return ThriftServlet.builder()
                .name(UniqueName.of("servlet"))
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build())
                .build();
    }

    private static void assertStatus(HttpResponse<byte[]> response, int status, String text) {
        assertEquals(response.statusCode(), status, HttpHost.text(response));
        assertTrue(HttpHost.text(response).contains(text), HttpHost.text(response));
    }

    public void requestsThatAreNotCalls(Container container) throws Exception {
        try (ServletHost host = container.start(servlet())) {
            ServletClient client = new ServletClient(host);
            assertStatus(HttpHost.send(client.request().GET()), 200, "This is a Thrift service");
            HttpResponse<byte[]> head = HttpHost.send(client.request().method("HEAD", BodyPublishers.noBody()));
            assertEquals(head.statusCode(), 200);
            assertEquals(head.body().length, 0);
            HttpResponse<byte[]> put = HttpHost.send(client.request().PUT(BodyPublishers.ofString("text")));
            assertStatus(put, 405, "This is a Thrift service");
            assertEquals(put.headers().firstValue("Allow").orElseThrow(), "POST, GET, HEAD");
            byte[] message = requests.echoString(7, "hello");
            assertStatus(
                    HttpHost.send(client.post(message).setHeader("Content-Type", "text/plain")),
                    415,
                    "Content-Type must be application/x-thrift");
            assertStatus(HttpHost.send(client.post(new byte[0])), 400, "the message is empty");
            assertStatus(HttpHost.send(client.postChunked(new byte[0])), 400, "the message is empty");
            assertStatus(HttpHost.send(client.post(new byte[1])), 400, "message");
        }
    }

    /** Bad arguments get a Thrift error reply, not an HTTP error. */
    public void argumentsThatCannotBeRead(Container container) throws Exception {
        try (ServletHost host = container.start(servlet())) {
            byte[] cut = requests.header("echoString", TMessageType.CALL, 9);
            HttpResponse<byte[]> response = HttpHost.send(new ServletClient(host).post(cut));
            assertEquals(response.statusCode(), 200);
            new Reply(ThriftProtocol.BINARY, response.body())
                    .assertFailure("echoString", 9, TApplicationException.PROTOCOL_ERROR);
        }
    }

    /** A client that sends the whole body, as most do, still gets the response. */
    public void aBodyAboveTheLimit(Container container) throws Exception {
        ThriftServlet servlet = servlet();
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(servlet)) {
            ServletClient client = new ServletClient(host);
            int rejected = 0;
            for (int bytes : new int[] {MAX_FRAME_BYTES + 1, MAX_FRAME_BYTES + 7_000, 1_000_000}) {
                for (boolean chunked : new boolean[] {false, true}) {
                    byte[] message = new byte[bytes];
                    HttpResponse<byte[]> response =
                            HttpHost.send(chunked ? client.postChunked(message) : client.post(message));
                    assertStatus(response, 413, "maxFrameBytes is " + MAX_FRAME_BYTES);
                    rejected++;
                }
            }
            assertEquals(servlet.counters().reached(LimitType.MAX_FRAME_BYTES), rejected, log.text());
            assertEquals(servlet.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
            String value = "x".repeat(MAX_FRAME_BYTES - requests.echoString(5, "").length);
            HttpResponse<byte[]> response = HttpHost.send(client.post(requests.echoString(5, value)));
            new Reply(ThriftProtocol.BINARY, response.body()).assertEchoString(5, value);
        }
    }

    /** The header already shows it, so the client need not send the body. */
    public void aContentLengthAboveTheLimit(Container container) throws Exception {
        try (ServletHost host = container.start(servlet());
                Socket socket = new ServletClient(host).connect()) {
            HttpHost.writeHeader(socket, "Content-Length: 3000000000");
            String response = HttpHost.readResponse(socket.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 413"), response);
            assertTrue(response.contains("Connection: close"), response);
        }
    }

    public void withoutSupportForAsynchronousRequests(Container container) throws Exception {
        try (LogCapture log = LogCapture.start();
                ServletHost host = container.start(new App(servlet(), false, Optional.empty(), Duration.ZERO))) {
            ServletClient client = new ServletClient(host);
            for (int i = 0; i < 3; i++) {
                HttpResponse<byte[]> response = HttpHost.send(client.post(requests.echoString(7, "hello")));
                assertStatus(response, 500, "set async-supported to true");
            }
            assertEquals(log.count("is not set to async-supported"), 1, log.text());
        }
    }

    /** A filter that replaces the streams with its own, which know no listeners. */
    public void aFilterThatReplacesTheStreams(Container container) throws Exception {
        ThriftServlet servlet = servlet();
        try (ServletHost host =
                container.start(new App(servlet, true, Optional.of(new InvertingFilter()), Duration.ZERO))) {
            ServletClient client = new ServletClient(host);
            for (int length : new int[] {5, 50_000}) {
                String text = "t".repeat(length);
                HttpResponse<byte[]> response =
                        HttpHost.send(client.post(InvertingFilter.invert(requests.echoString(length, text))));
                assertEquals(response.statusCode(), 200);
                new Reply(ThriftProtocol.BINARY, InvertingFilter.invert(response.body()))
                        .assertEchoString(length, text);
            }
            HttpResponse<byte[]> tooLarge = HttpHost.send(client.postChunked(new byte[MAX_FRAME_BYTES + 1]));
            assertEquals(tooLarge.statusCode(), 413);
            ServletCallsTest.assertNothingHeld(servlet);
        }
    }
}
