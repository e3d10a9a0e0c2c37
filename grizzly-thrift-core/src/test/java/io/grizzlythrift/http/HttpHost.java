package io.grizzlythrift.http;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.THttpClient;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/** A Grizzly HttpServer on a free port of the loopback interface, with a Thrift service on one path. */
public final class HttpHost implements AutoCloseable {
    public static final String PATH = "/thrift";

    /** The content type of calls. */
    public static final String TYPE = ThriftHttpHandler.CONTENT_TYPE;

    static final int TIMEOUT_MILLIS = 20_000;

    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofMillis(TIMEOUT_MILLIS))
            .build();

    private final ThriftHttpHandler handler;
    private final HttpServer server = new HttpServer();
    private final NetworkListener listener = new NetworkListener("thrift", "127.0.0.1", 0);

    public HttpHost(ThriftHttpHandler handler) throws IOException {
        this(handler, transport -> {});
    }

    /** @param options configures the transport before it starts */
    HttpHost(ThriftHttpHandler handler, Consumer<TCPNIOTransport> options) throws IOException {
        this.handler = handler;
        options.accept(listener.getTransport());
        listener.getKeepAlive().setMaxRequestsCount(-1); // by default Grizzly closes a connection after 256 requests
        server.addListener(listener);
        server.getServerConfiguration().addHttpHandler(handler, PATH);
        server.start();
    }

    /** Serves another path with another handler. */
    void serve(HttpHandler other, String path) {
        server.getServerConfiguration().addHttpHandler(other, path);
    }

    public ServerCounters counters() {
        return handler.counters();
    }

    /** Returns the transport that accepts the connections. */
    TCPNIOTransport transport() {
        return listener.getTransport();
    }

    public String url() {
        return "http://127.0.0.1:" + listener.getPort() + PATH;
    }

    /** Returns a generated client over libthrift's THttpClient, for one thread at a time. */
    Everything.Client client(TProtocolFactory protocol) throws TException {
        THttpClient transport = new THttpClient(ClientKind.configuration(), url());
        transport.setConnectTimeout(TIMEOUT_MILLIS);
        return new Everything.Client(protocol.getProtocol(transport));
    }

    /**
     * Calls {@code hold} repeatedly, because on a loaded machine even the first call may exceed {@code queueTimeout}.
     * Returns the result.
     */
    String holdTheOnlyThread(String key) throws TException {
        Everything.Client client = client(ThriftProtocol.BINARY);
        while (true) {
            try {
                return client.hold(key);
            } catch (TApplicationException rejection) {
                assertTrue(rejection.getMessage().contains("queueTimeout"), rejection.getMessage());
            }
        }
    }

    /** Returns a POST of a message, which the caller can change before it is built. */
    HttpRequest.Builder post(byte[] message) {
        return request()
                .header("Content-Type", ThriftHttpHandler.CONTENT_TYPE)
                .POST(BodyPublishers.ofByteArray(message));
    }

    /** Returns a POST of a message without a Content-Length. */
    HttpRequest.Builder postChunked(byte[] message) {
        return post(message).POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(message)));
    }

    HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create(url())).timeout(Duration.ofMillis(TIMEOUT_MILLIS));
    }

    /**
     * Sends a request. Sends it again if the server has just closed the connection, which it may do after any response, and
     * which the client notices only when it reuses the connection.
     */
    public static HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("received no bytes")) {
                throw e;
            }
            return HTTP.send(request.build(), BodyHandlers.ofByteArray());
        }
    }

    public static CompletableFuture<HttpResponse<byte[]>> sendAsync(HttpRequest.Builder request) {
        return HTTP.sendAsync(request.build(), BodyHandlers.ofByteArray());
    }

    public static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Opens a connection on which a test writes requests by hand. */
    public Socket connect() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(RawClient.RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getPort()), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    /** Writes the header of a POST. */
    public static void writeHeader(Socket socket, String... more) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(header(more));
        out.flush();
    }

    private static byte[] header(String... more) {
        String header = "POST " + PATH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                + ThriftHttpHandler.CONTENT_TYPE + "\r\n" + String.join("\r\n", more) + "\r\n\r\n";
        return header.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Writes a whole POST. */
    public static void writePost(Socket socket, byte[] message) throws IOException {
        writePost(socket, message, message.length);
    }

    /** Writes the header of a POST and the first bytes of its body, in one write. */
    public static void writePost(Socket socket, byte[] message, int bytes) throws IOException {
        ByteArrayOutputStream post = new ByteArrayOutputStream();
        post.writeBytes(header("Content-Length: " + message.length));
        post.write(message, 0, bytes);
        post.writeTo(socket.getOutputStream());
    }

    /** Reads a response with a Content-Length and returns the status line and the headers. */
    public static String readResponse(InputStream in) throws IOException {
        String header = readHeader(in);
        in.readNBytes(Math.max(0, contentLength(header)));
        return header;
    }

    /** Reads a response with a Content-Length and returns its body. */
    public static byte[] readBody(InputStream in) throws IOException {
        return in.readNBytes(contentLength(readHeader(in)));
    }

    private static String readHeader(InputStream in) throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the end of the stream behind '" + header + "'");
            }
            header.append((char) next);
        }
        return header.toString();
    }

    /** Returns -1 if the response has no Content-Length. */
    private static int contentLength(String header) {
        String marker = "content-length: ";
        String lower = header.toLowerCase(java.util.Locale.ROOT);
        int at = lower.indexOf(marker);
        return at < 0 ? -1 : Integer.parseInt(lower.substring(at + marker.length(), lower.indexOf('\r', at)));
    }

    /** Stops the HttpServer, which drains the handler. */
    @Override
    public void close() {
        server.shutdownNow();
    }
}
