package io.grizzlythrift.client.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.client.testing.scripted.ReplyFrames;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TSimpleServer;
import org.apache.thrift.transport.TServerSocket;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a client and a server that do not fit say why, each by what the first bytes of the other tell. */
@Test(timeOut = 120_000)
public final class MismatchTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LONG = Duration.ofSeconds(CallResults.TIMEOUT_SECONDS);
    private static final byte[] HTTP =
            "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1);

    private TlsFiles files;

    @BeforeClass
    void makeFiles() throws IOException {
        files = new TlsFiles();
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        files.close();
    }

    private static ThriftServerBuilder server() {
        return ThriftServer.builder()
                .name(UniqueName.of("mismatch"))
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()));
    }

    private static ThriftClientBuilder client(int port) {
        return ThriftClient.builder()
                .endpoint(TlsFiles.HOST, port)
                .connectTimeout(LONG)
                .callTimeout(LONG)
                .reconnectBackoff(HOUR, HOUR);
    }

    private static String failure(ThriftClientBuilder client) throws Exception {
        try (ThriftClient made = client.build()) {
            return CallResults.failure(made.stub(Probe.FutureIface.class).echo("one"))
                    .getMessage();
        }
    }

    /** A peer that sends the same bytes to whatever connects, once it has read something, and stays. */
    private static final class CannedPeer implements AutoCloseable {
        final ServerSocket listening = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Void> answering;

        CannedPeer(byte[] answer) throws IOException {
            answering = CompletableFuture.runAsync(() -> accept(answer));
        }

        private void accept(byte[] answer) {
            try {
                while (true) { // a client of another test may look for a server that had this port
                    Socket accepted = listening.accept();
                    Thread thread = new Thread(() -> answer(accepted, answer), "canned");
                    thread.setDaemon(true);
                    thread.start();
                }
            } catch (IOException e) {
                return; // the test is over
            }
        }

        private static void answer(Socket accepted, byte[] answer) {
            try (accepted) {
                accepted.getInputStream().read();
                accepted.getOutputStream().write(answer);
                accepted.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                return; // the client has gone
            }
        }

        int port() {
            return listening.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listening.close();
            answering.join();
        }
    }

    public void aTlsClientOfAPlainServer() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = server().build().start()) {
            String message = failure(client(server.port()).tls(files.trusting().build()));
            assertTrue(
                    message.contains("the peer closed the connection; does it speak TLS?")
                            || message.contains("; does the peer speak TLS?"),
                    message);
            assertTrue(log.awaitCount("the first bytes look like TLS, not framed Thrift") >= 1, log.toString());
        }
    }

    @DataProvider
    static Object[][] plainClients() {
        return new Object[][] {
            {Dialect.FRAMED, "the first bytes look like TLS, not framed Thrift", "framed Thrift"},
            {Dialect.UNFRAMED, "it looks like TLS", "an unframed message of the binary protocol"},
            {Dialect.HEADER, "the first bytes look like TLS", "a message of the THeader transport"}
        };
    }

    @Test(dataProvider = "plainClients")
    public void aPlainClientOfATlsServer(Dialect dialect, String words, String sent) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = server().tls(
                                files.presenting(files.server("EC")).build())
                        .build()
                        .start()) {
            String message = failure(client(server.port()).dialect(dialect));
            assertTrue(message.contains(words), message);
            assertTrue(log.awaitCount("the peer sent " + sent + ", not TLS") >= 1, log.toString());
        }
    }

    private static Object[] onlyAccepted(Dialect client, ThriftProtocol protocol, Dialect server, String words) {
        return new Object[] {client, protocol, server, words};
    }

    @DataProvider
    static Object[][] otherDialects() {
        return new Object[][] {
            onlyAccepted(
                    Dialect.UNFRAMED,
                    ThriftProtocol.BINARY,
                    Dialect.FRAMED,
                    "the first bytes look like an unframed message of the binary protocol, not framed Thrift"),
            onlyAccepted(
                    Dialect.UNFRAMED,
                    ThriftProtocol.COMPACT,
                    Dialect.HEADER,
                    "the first bytes look like an unframed message of the compact protocol, accepted are [HEADER]"),
            onlyAccepted(
                    Dialect.HEADER,
                    ThriftProtocol.BINARY,
                    Dialect.FRAMED,
                    "this server's protocol, BINARY or COMPACT; it looks like a message of the THeader transport"),
            onlyAccepted(
                    Dialect.HEADER,
                    ThriftProtocol.COMPACT,
                    Dialect.UNFRAMED,
                    "the first bytes look like a message of the THeader transport, accepted are [UNFRAMED]"),
            onlyAccepted(
                    Dialect.FRAMED,
                    ThriftProtocol.BINARY,
                    Dialect.UNFRAMED,
                    "the first bytes look like framed Thrift, accepted are [UNFRAMED]"),
            onlyAccepted(
                    Dialect.FRAMED,
                    ThriftProtocol.COMPACT,
                    Dialect.HEADER,
                    "the first bytes look like framed Thrift, accepted are [HEADER]")
        };
    }

    /** The server closes: the client says what it speaks, the log of the server what came and what is accepted. */
    @Test(dataProvider = "otherDialects")
    public void aServerOfAnotherDialect(Dialect dialect, ThriftProtocol protocol, Dialect accepted, String words)
            throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = server().dialects(accepted).build().start()) {
            String message = failure(client(server.port()).dialect(dialect).protocol(protocol));
            assertTrue(
                    message.contains(
                            "before any byte came; does it speak " + spoken(dialect) + protocol + " without TLS?"),
                    message);
            assertTrue(log.awaitCount(words) >= 1, log.toString());
        }
    }

    private static String spoken(Dialect dialect) {
        return switch (dialect) {
            case UNFRAMED -> "unframed ";
            case HEADER -> "THeader with ";
            default -> "framed ";
        };
    }

    @DataProvider
    static Object[][] dialectsThatNameTheirProtocol() {
        return new Object[][] {
            {Dialect.UNFRAMED, ThriftProtocol.COMPACT, ThriftProtocol.BINARY},
            {Dialect.UNFRAMED, ThriftProtocol.BINARY, ThriftProtocol.JSON},
            {Dialect.HEADER, ThriftProtocol.BINARY, ThriftProtocol.COMPACT},
            {Dialect.HEADER, ThriftProtocol.COMPACT, ThriftProtocol.JSON}
        };
    }

    /** Tests that these clients need not know the protocol of the server. */
    @Test(dataProvider = "dialectsThatNameTheirProtocol")
    public void aServerOfAnyProtocol(Dialect dialect, ThriftProtocol ofClient, ThriftProtocol ofServer)
            throws Exception {
        try (ThriftServer server = server().protocol(ofServer).build().start();
                ThriftClient client = client(server.port())
                        .dialect(dialect)
                        .protocol(ofClient)
                        .build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("one"), "one");
        }
    }

    @DataProvider
    static Object[][] protocols() {
        return new Object[][] {
            {ThriftProtocol.BINARY, ThriftProtocol.COMPACT, "compact"},
            {ThriftProtocol.COMPACT, ThriftProtocol.BINARY, "binary"},
            {ThriftProtocol.BINARY, ThriftProtocol.JSON, "JSON"},
        };
    }

    @Test(dataProvider = "protocols")
    public void aServerOfAnotherProtocol(ThriftProtocol ofServer, ThriftProtocol ofClient, String word)
            throws Exception {
        try (ThriftServer server = server().protocol(ofServer).build().start();
                ThriftClient client = client(server.port()).protocol(ofClient).build()) {
            TApplicationException rejected = expectThrows(
                    TApplicationException.class,
                    () -> client.stub(Probe.Iface.class).echo("one"));
            assertEquals(rejected.getType(), TApplicationException.INVALID_PROTOCOL);
            assertEquals(
                    rejected.getMessage(),
                    "this server speaks " + ofServer + ", the call is a message of the " + word + " protocol");
        }
    }

    /** Of a server that does not notice, and replies in its own protocol. */
    public void aReplyOfAnotherProtocol() throws Exception {
        try (ProbeServer other = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = other.client().build()) {
            CompletableFuture<String> call =
                    client.stub(Probe.FutureIface.class).echo("one");
            other.take().connection().send(new ReplyFrames(ThriftProtocol.BINARY).text("echo", 1, "reply"));
            String message =
                    CallResults.failure(call, FailureCause.PROTOCOL_ERROR, true).getMessage();
            assertTrue(
                    message.contains(
                            "a frame is not a message of the client's protocol, COMPACT; it looks like a message"
                                    + " of the binary protocol: "),
                    message);
        }
    }

    public void anHttpServer() throws Exception {
        try (CannedPeer http = new CannedPeer(HTTP)) {
            String message = failure(client(http.port()));
            assertTrue(message.contains("the first bytes look like HTTP, not framed Thrift"), message);
        }
        try (CannedPeer http = new CannedPeer(HTTP)) {
            String message = failure(client(http.port()).dialect(Dialect.UNFRAMED));
            assertTrue(message.contains("it looks like HTTP"), message);
        }
        try (CannedPeer http = new CannedPeer(HTTP)) {
            String message = failure(client(http.port()).dialect(Dialect.HEADER));
            assertTrue(message.contains("the first bytes look like HTTP"), message);
        }
        try (CannedPeer http = new CannedPeer(HTTP)) {
            String message = failure(client(http.port()).tls(files.trusting().build()));
            assertTrue(message.contains("the handshake failed: the peer sent HTTP, not TLS"), message);
        }
    }

    public void anUnframedServerThatReplies() throws Exception {
        byte[] unframed = {(byte) 0x80, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0};
        try (CannedPeer peer = new CannedPeer(unframed)) {
            String message = failure(client(peer.port()));
            assertTrue(
                    message.contains(
                            "the first bytes look like an unframed message of the binary protocol, not framed"),
                    message);
        }
    }

    @DataProvider
    static Object[][] clientsOfAnUnframedServer() {
        return new Object[][] {
            {Dialect.FRAMED, ThriftProtocol.BINARY},
            {Dialect.UNFRAMED, ThriftProtocol.COMPACT},
            {Dialect.HEADER, ThriftProtocol.BINARY}
        };
    }

    /** libthrift's server takes the length of the frame, or another protocol, for an old message, and closes. */
    @Test(dataProvider = "clientsOfAnUnframedServer")
    public void anUnframedServerThatCloses(Dialect dialect, ThriftProtocol protocol) throws Exception {
        TServerSocket socket = new TServerSocket(new TServerSocket.ServerSocketTransportArgs()
                .bindAddr(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
        TSimpleServer server = new TSimpleServer(new TServer.Args(socket)
                .protocolFactory(new TBinaryProtocol.Factory(true, true))
                .processor(new Probe.Processor<>(new ProbeHandler())));
        CompletableFuture<Void> serving = CompletableFuture.runAsync(server::serve);
        try {
            int port = socket.getServerSocket().getLocalPort();
            String message = failure(client(port).dialect(dialect).protocol(protocol));
            assertTrue(
                    message.contains(
                            "before any byte came; does it speak " + spoken(dialect) + protocol + " without TLS?"),
                    message);
        } finally {
            server.stop();
            serving.join();
        }
    }

    public void aTlsServerThatWantsACertificate() throws Exception {
        TlsConfig tls = files.presenting(files.server("EC"))
                .clientCertificates(ClientCertificates.NEEDED)
                .build();
        try (ThriftServer server = server().tls(tls).build().start()) {
            String message = failure(client(server.port()).tls(files.trusting().build()));
            assertTrue(message.contains("certificate"), message);
        }
    }

    /** Tests that the failure of a large call names its size, and that of a small one does not. */
    public void aCallThatIsTooLargeForTheServer() throws Exception {
        try (ThriftServer server = server().limits(
                                ServerLimits.builder().maxFrameBytes(10_000).build())
                        .build()
                        .start();
                ThriftClient client = client(server.port())
                        .connectionsPerEndpoint(1)
                        .reconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(1))
                        .build()) {
            CallFailedException large =
                    CallResults.failure(client.stub(Probe.FutureIface.class).echo("x".repeat(200_000)));
            assertTrue(
                    large.getMessage()
                            .matches(".*; the call has 200\\d{3} bytes: does the server accept messages of that size\\?"
                                    + ".*"),
                    large.getMessage());
        }
        try (ProbeServer server = ProbeServer.start(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            CompletableFuture<String> small =
                    client.stub(Probe.FutureIface.class).echo("small");
            server.take().connection().reset();
            assertFalse(CallResults.failure(small).getMessage().contains("maxFrameBytes"));
        }
    }

    /** Tests that a reply which the server may send, and the client does not accept, names its size and the option. */
    public void aReplyThatIsTooLargeForTheClient() throws Exception {
        byte[] reply = ByteBuffer.allocate(Integer.BYTES + 20_000)
                .putInt(20_000)
                .putInt(0x8001_0002)
                .putInt("echo".length())
                .put("echo".getBytes(StandardCharsets.US_ASCII))
                .putInt(CloseNotice.CLIENT_ID)
                .array();
        try (CannedPeer peer = new CannedPeer(reply)) {
            String message = failure(client(peer.port()).maxFrameBytes(10_000));
            assertTrue(message.contains("the reply has 20000 bytes, maxFrameBytes is 10000"), message);
        }
    }

    /** The log of the server names the size and the option. */
    public void theLogOfTheServer() throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = server().limits(
                                ServerLimits.builder().maxFrameBytes(10_000).build())
                        .build()
                        .start()) {
            try (ThriftClient client = client(server.port()).build()) {
                CallResults.failure(client.stub(Probe.FutureIface.class).echo("x".repeat(20_000)));
            }
            assertTrue(log.awaitCount("a frame has 200") >= 1, log.toString());
            assertTrue(log.awaitCount("bytes, maxFrameBytes is 10000") >= 1, log.toString());
        }
    }
}
