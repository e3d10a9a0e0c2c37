package io.grizzlythrift.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * Tests clients without TLS on a port with TLS, in every dialect, and vice versa. Their connections end at once: no
 * timeout of these servers is shorter than an hour.
 */
@Test(timeOut = 120_000, dataProvider = "strategies", dataProviderClass = Strategies.class)
public final class TlsMismatchTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();
    private static final Set<Dialect> ALL = Dialect.supported();

    private Path directory;
    private Path store;
    private TlsConfig tls;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("tls");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD);
        tls = TlsConfig.builder().keyStore(store, PASSWORD).build();
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    private static ThriftServerBuilder builder(Strategies strategy) {
        return strategy.builder(new Everything.Processor<>(new EverythingHandler()));
    }

    private static byte[] withHeader(int magic, byte[] message) {
        return RawClient.framed(ByteBuffer.allocate(14 + message.length)
                .putShort((short) magic)
                .putShort((short) 0)
                .putInt(1)
                .putShort((short) 1)
                .putInt(0)
                .put(message)
                .array());
    }

    /** The first bytes of plain clients, with the words for them in the log. */
    private static List<Map.Entry<byte[], String>> plainClients() throws Exception {
        byte[] binary = new Requests(ThriftProtocol.BINARY).echoString(1, "text");
        List<Map.Entry<byte[], String>> clients = new ArrayList<>();
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            byte[] message = new Requests(protocol).echoString(1, "text");
            String name =
                    protocol == ThriftProtocol.JSON ? "JSON" : protocol.name().toLowerCase(Locale.ROOT);
            clients.add(Map.entry(RawClient.framed(message), "framed Thrift"));
            clients.add(Map.entry(message, "an unframed message of the " + name + " protocol"));
        }
        byte[] likeOldTls = new Requests(ThriftProtocol.COMPACT).call("add", 1, new Everything.echoI32_args(1));
        clients.add(Map.entry(likeOldTls, "an unframed message of the compact protocol"));
        clients.add(Map.entry(withHeader(0x0fff, binary), "a message of the THeader transport"));
        clients.add(Map.entry(withHeader(0x1000, binary), "a message of Kitex's TTHeader transport"));
        clients.add(Map.entry("GET /health/live HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(ISO_8859_1), "HTTP"));
        clients.add(Map.entry("POST / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(ISO_8859_1), "HTTP"));
        return clients;
    }

    private static void assertRefusedByAlert(RawClient client) throws IOException {
        assertEquals(client.readBytes(7), new byte[] {21, 3, 1, 0, 2, 2, 10});
        client.assertClosedByServer();
    }

    public void plainClientsOfATlsPort(Strategies strategy) throws Exception {
        for (Map.Entry<byte[], String> plain : plainClients()) {
            try (LogCapture log = LogCapture.ofWarnings();
                    ThriftServer server =
                            builder(strategy).tls(tls).http(true).build().start();
                    RawClient whole = new RawClient(server)) {
                assertRefusedByAlert(whole.send(plain.getKey()));
                String words = "the handshake failed: the peer sent " + plain.getValue() + ", not TLS";
                assertEquals(log.awaitCount(words), 1, log.text());
                log.assertShortLines(1);
                Await.that("not counted", () -> server.counters().failedHandshakes() == 1);
            }
        }
    }

    /** The five bytes of the smallest record are enough to end the connection. */
    public void plainClientsThatSendFewBytes(Strategies strategy) throws Exception {
        for (Map.Entry<byte[], String> plain : plainClients()) {
            try (LogCapture log = LogCapture.ofWarnings();
                    ThriftServer server =
                            builder(strategy).tls(tls).http(true).build().start();
                    RawClient slow = new RawClient(server)) {
                for (int i = 0; i < 5; i++) {
                    slow.send(new byte[] {plain.getKey()[i]});
                }
                slow.readUntilClosedByServer();
                assertEquals(log.awaitCount("the handshake failed: the peer sent "), 1, log.text());
                log.assertShortLines(1);
                Await.that("not counted", () -> server.counters().failedHandshakes() == 1);
            }
        }
    }

    public void tlsClientsOfAPlainPort(Strategies strategy) throws Exception {
        Map<String, ThriftServerBuilder> servers = new LinkedHashMap<>();
        servers.put("not framed Thrift", builder(strategy));
        servers.put("TLS, not framed Thrift", builder(strategy).http(true));
        servers.put("look like TLS", builder(strategy).dialects(Dialect.FRAMED));
        servers.put(
                "look like TLS, ", builder(strategy).dialects(Dialect.FRAMED).http(true));
        servers.put("TLS, accepted are [UNFRAMED]", builder(strategy).dialects(Dialect.UNFRAMED));
        servers.put(
                "accepted are [UNFRAMED, HTTP]",
                builder(strategy).dialects(Dialect.UNFRAMED).http(true));
        for (int max : new int[] {370_000_000, ServerLimits.MAX_FRAME_BYTES}) { // TLS looks like a length
            servers.put(
                    "like TLS, not framed Thrift" + " ".repeat(max % 7),
                    builder(strategy)
                            .limits(Strategies.patient().maxFrameBytes(max).build()));
            servers.put(
                    "like TLS, not framed" + " ".repeat(max % 7),
                    builder(strategy)
                            .limits(Strategies.patient().maxFrameBytes(max).build())
                            .dialects(Dialect.FRAMED));
        }
        for (Map.Entry<String, ThriftServerBuilder> plain : servers.entrySet()) {
            try (LogCapture log = LogCapture.ofWarnings();
                    ThriftServer server = plain.getValue().build().start();
                    SSLSocket socket = (SSLSocket) SSLContext.getDefault()
                            .getSocketFactory()
                            .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
                socket.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
                IOException failure = expectThrows(IOException.class, socket::startHandshake);
                assertTrue(!(failure instanceof SocketTimeoutException), failure.toString());
                assertEquals(log.awaitCount(plain.getKey().strip()), 1, log.text());
                log.assertShortLines(2); // with large frames, one about memory
                assertEquals(server.rejectedFrames(), 1);
            }
        }
    }

    /** A long frame whose length looks like the beginning of TLS is still a frame. */
    public void framesAsLongAsTlsLooks(Strategies strategy) throws Exception {
        for (Set<Dialect> dialects : List.of(ALL, Set.of(Dialect.FRAMED))) {
            try (ThriftServer server = builder(strategy)
                            .dialects(dialects.toArray(Dialect[]::new))
                            .limits(Strategies.patient()
                                    .maxFrameBytes(ServerLimits.MAX_FRAME_BYTES)
                                    .build())
                            .build()
                            .start();
                    RawClient client = new RawClient(server)) {
                client.send(new byte[] {0x16, 3, 1, 0, (byte) 0x80, 1, 0, 1, 0, 0, 0, 4});
                client.send("echo".getBytes(ISO_8859_1));
                Await.that(
                        "the frame is not read", () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) > 0);
                assertEquals(server.rejectedFrames(), 0);
            }
        }
    }
}
