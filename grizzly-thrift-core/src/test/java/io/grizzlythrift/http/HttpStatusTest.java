package io.grizzlythrift.http;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

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
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the response to each kind of request, whether it is a call or not. */
@Test(timeOut = 60_000)
public final class HttpStatusTest {
    private static final int MAX_FRAME_BYTES = 100_000;

    private final Requests requests = new Requests(ThriftProtocol.BINARY);
    private final String name = UniqueName.of("status");
    private HttpHost host;

    @BeforeClass
    void start() throws Exception {
        host = new HttpHost(ThriftHttpHandler.builder()
                .name(name)
                .limits(Strategies.patient().maxFrameBytes(MAX_FRAME_BYTES).build())
                .processor(new Everything.Processor<>(new EverythingHandler()))
                .build());
    }

    @AfterClass
    void stop() {
        host.close();
    }

    private static void assertStatus(HttpResponse<byte[]> response, int status, String text) {
        assertEquals(response.statusCode(), status, HttpHost.text(response));
        assertTrue(HttpHost.text(response).contains(text), HttpHost.text(response));
        assertEquals(type(response), "text/plain;charset=utf-8");
    }

    private static String type(HttpResponse<byte[]> response) {
        return response.headers().firstValue("Content-Type").orElseThrow().toLowerCase(java.util.Locale.ROOT);
    }

    private void assertEcho(HttpResponse<byte[]> response, int sequenceId, String value) throws Exception {
        assertEquals(response.statusCode(), 200, HttpHost.text(response));
        assertEquals(type(response), ThriftHttpHandler.CONTENT_TYPE);
        new Reply(ThriftProtocol.BINARY, response.body()).assertEchoString(sequenceId, value);
    }

    public void getDescribesTheService() throws Exception {
        HttpResponse<byte[]> response = HttpHost.send(host.request().GET());
        assertStatus(response, 200, "POST one message of the binary or compact protocol");
        assertTrue(HttpHost.text(response).contains("'" + name + "'"));
    }

    public void headIsGetWithoutTheBody() throws Exception {
        HttpResponse<byte[]> response = HttpHost.send(host.request().method("HEAD", BodyPublishers.noBody()));
        assertEquals(response.statusCode(), 200);
        assertEquals(response.body().length, 0);
    }

    @DataProvider
    static Object[][] otherMethods() {
        return new Object[][] {{"PUT"}, {"DELETE"}, {"OPTIONS"}, {"PATCH"}};
    }

    @Test(dataProvider = "otherMethods")
    public void otherMethodsAreNotAllowed(String method) throws Exception {
        HttpResponse<byte[]> response = HttpHost.send(host.request()
                .method(method, method.equals("PUT") ? BodyPublishers.ofString("anything") : BodyPublishers.noBody()));
        assertStatus(response, 405, "POST");
        assertEquals(response.headers().firstValue("Allow").orElseThrow(), "POST, GET, HEAD");
    }

    @DataProvider
    static Object[][] types() {
        return new Object[][] {
            {"application/x-thrift"}, {"Application/X-Thrift; charset=utf-8"}, {"application/vnd.apache.thrift.binary"},
        };
    }

    @Test(dataProvider = "types")
    public void contentTypesOfThrift(String type) throws Exception {
        HttpRequest.Builder post = host.post(requests.echoString(7, "hello")).setHeader("Content-Type", type);
        assertEcho(HttpHost.send(post), 7, "hello");
    }

    @DataProvider
    static Object[][] otherTypes() {
        return new Object[][] {{"text/plain"}, {"application/json"}, {"application/x-thrifty"}};
    }

    @Test(dataProvider = "otherTypes")
    public void otherContentTypesAreRejected(String type) throws Exception {
        HttpRequest.Builder post = host.post(requests.echoString(7, "hello")).setHeader("Content-Type", type);
        long calls = host.counters().calls();
        assertStatus(HttpHost.send(post), 415, "Content-Type must be application/x-thrift");
        assertEquals(host.counters().calls(), calls);
    }

    /** Browsers send such a request for a page of another site without asking the server first. */
    @Test
    public void noContentType() throws Exception {
        byte[] message = requests.echoString(7, "hello");
        HttpRequest.Builder post = host.request().POST(BodyPublishers.ofByteArray(message));
        assertEcho(HttpHost.send(post), 7, "hello");
        post.setHeader("Origin", "https://a.page.of.another.site");
        assertStatus(HttpHost.send(post), 415, "Content-Type must be application/x-thrift");
    }

    @DataProvider
    static Object[][] notMessages() {
        return new Object[][] {{new byte[0]}, {new byte[1]}, {"{\"not\": \"thrift\"}".getBytes(StandardCharsets.UTF_8)}
        };
    }

    @Test(dataProvider = "notMessages")
    public void bodiesWithoutAMessage(byte[] body) throws Exception {
        try (LogCapture log = LogCapture.start()) {
            long errors = host.counters().protocolErrors();
            assertStatus(HttpHost.send(host.post(body)), 400, "message");
            assertEquals(host.counters().protocolErrors(), errors + 1);
            log.assertShortLines(1);
        }
    }

    /** Bad arguments get a Thrift error reply, not an HTTP error. */
    public void argumentsThatCannotBeRead() throws Exception {
        byte[] cut = requests.header("echoString", org.apache.thrift.protocol.TMessageType.CALL, 9);
        HttpResponse<byte[]> response = HttpHost.send(host.post(cut));
        assertEquals(response.statusCode(), 200);
        new Reply(ThriftProtocol.BINARY, response.body())
                .assertFailure("echoString", 9, org.apache.thrift.TApplicationException.PROTOCOL_ERROR);
    }

    public void onewayCallsGetAnEmptyResponse() throws Exception {
        byte[] note = requests.oneway("note", 3, new Everything.note_args("nothing comes back"));
        HttpResponse<byte[]> response = HttpHost.send(host.post(note));
        assertEquals(response.statusCode(), 200);
        assertEquals(response.body().length, 0);
        assertEquals(response.headers().firstValue("Content-Length").orElseThrow(), "0");
    }

    public void bodiesOfUnknownLength() throws Exception {
        for (int length : new int[] {5, 10_000, 90_000}) {
            String text = "c".repeat(length);
            assertEcho(HttpHost.send(host.postChunked(requests.echoString(length, text))), length, text);
        }
    }

    /** Chunks of one byte, each in its own write and then all in one. */
    public void smallChunks() throws Exception {
        byte[] message = requests.echoString(1, "chunks");
        StringBuilder body = new StringBuilder();
        for (byte next : message) {
            body.append("1\r\n").append((char) (next & 0xff)).append("\r\n");
        }
        byte[] bytes = body.append("0\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
        try (Socket socket = host.connect()) {
            socket.setTcpNoDelay(true);
            for (int step : new int[] {1, 7, bytes.length}) {
                HttpHost.writeHeader(socket, "Transfer-Encoding: chunked");
                for (int from = 0; from < bytes.length; from += step) {
                    socket.getOutputStream().write(bytes, from, Math.min(step, bytes.length - from));
                }
                assertTrue(HttpHost.readResponse(socket.getInputStream()).startsWith("HTTP/1.1 200"));
            }
        }
    }

    /** The header already shows it, so the body is not read, and the client need not send it. */
    public void aContentLengthAboveTheLimit() throws Exception {
        long reached = host.counters().reached(LimitType.MAX_FRAME_BYTES);
        try (LogCapture log = LogCapture.start();
                Socket socket = host.connect()) {
            HttpHost.writeHeader(socket, "Content-Length: " + (MAX_FRAME_BYTES + 1));
            String response = HttpHost.readResponse(socket.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 413"), response);
            assertTrue(response.contains("Connection: close"), response);
            log.assertShortLines(1);
        }
        try (LogCapture log = LogCapture.start();
                Socket socket = host.connect()) {
            HttpHost.writeHeader(socket, "Expect: 100-continue", "Content-Length: 3000000000");
            String response = HttpHost.readResponse(socket.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 413"), response);
            log.assertShortLines(1);
        }
        assertEquals(host.counters().reached(LimitType.MAX_FRAME_BYTES), reached + 2);
    }

    public void aBodyOfExactlyTheLimit() throws Exception {
        String value = "x".repeat(MAX_FRAME_BYTES - requests.echoString(5, "").length);
        byte[] message = requests.echoString(5, value);
        assertEquals(message.length, MAX_FRAME_BYTES);
        assertEcho(HttpHost.send(host.post(message)), 5, value);
        assertEcho(HttpHost.send(host.postChunked(message)), 5, value);
    }

    /** A client that sends the whole body, as most do, still gets the response. */
    @Test(dataProvider = "largerThanAllowed")
    public void aBodyAboveTheLimit(int bytes, boolean chunked) throws Exception {
        try (LogCapture log = LogCapture.start()) {
            byte[] message = new byte[bytes];
            HttpResponse<byte[]> response = HttpHost.send(chunked ? host.postChunked(message) : host.post(message));
            assertStatus(response, 413, "maxFrameBytes is " + MAX_FRAME_BYTES);
            assertEquals(host.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
            log.assertShortLines(1);
        }
    }

    @DataProvider
    static Object[][] largerThanAllowed() {
        return new Object[][] {
            {MAX_FRAME_BYTES + 1, false},
            {MAX_FRAME_BYTES + 1, true},
            {MAX_FRAME_BYTES + 7_000, true},
            {1_000_000, false},
            {1_000_000, true}
        };
    }

    public void expectContinue() throws Exception {
        byte[] message = requests.echoString(4, "asked");
        try (Socket socket = host.connect()) {
            HttpHost.writeHeader(socket, "Expect: 100-continue", "Content-Length: " + message.length);
            String go = HttpHost.readResponse(socket.getInputStream());
            assertTrue(go.startsWith("HTTP/1.1 100"), go);
            socket.getOutputStream().write(message);
            String response = HttpHost.readResponse(socket.getInputStream());
            assertTrue(response.startsWith("HTTP/1.1 200"), response);
        }
    }

    /** Tests several requests on one connection, none of which waits for the previous response. */
    public void pipelined() throws Exception {
        try (Socket socket = host.connect()) {
            for (int i = 0; i < 50; i++) {
                HttpHost.writePost(socket, requests.echoString(i, "p".repeat(i * 1_000)));
            }
            for (int i = 0; i < 50; i++) {
                String response = HttpHost.readResponse(socket.getInputStream());
                assertTrue(response.startsWith("HTTP/1.1 200"), response);
            }
        }
    }

    /** The connection stays open after each response that does not concern the body. */
    public void theConnectionStaysOpen() throws Exception {
        try (Socket socket = host.connect()) {
            for (int i = 0; i < 3; i++) {
                byte[] get = ("GET " + HttpHost.PATH + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.ISO_8859_1);
                socket.getOutputStream().write(get);
                String text = HttpHost.readResponse(socket.getInputStream());
                assertTrue(text.startsWith("HTTP/1.1 200"), text);
                HttpHost.writePost(socket, requests.echoString(i, "hello"));
                String reply = HttpHost.readResponse(socket.getInputStream());
                assertTrue(reply.startsWith("HTTP/1.1 200"), reply);
            }
        }
    }
}
