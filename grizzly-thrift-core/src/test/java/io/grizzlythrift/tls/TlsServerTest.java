package io.grizzlythrift.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.memory.MemoryPart;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ChainServer;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerFilter;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.OwnLog;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeldProcessor;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Strategies;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.ssl.SSLBaseFilter;
import org.glassfish.grizzly.ssl.SSLEngineConfigurator;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests a server over TLS with clients of the JDK and of libthrift. */
@Test(timeOut = 120_000)
public final class TlsServerTest {
    private static final ThriftProtocol PROTOCOL = ThriftProtocol.BINARY;
    private static final char[] PASSWORD = "for the tests".toCharArray();

    private Path directory;
    private Path store;
    private TlsConfig tls;
    private SSLContext clientContext;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("tls");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD);
        tls = TlsConfig.builder()
                .keyStore(store, PASSWORD)
                .trustStore(store, PASSWORD)
                .build();
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, PASSWORD);
        clientContext = SSLContext.getInstance("TLS");
        clientContext.init(shown.getKeyManagers(), trust.getTrustManagers(), null);
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    private SSLSocket connect(int port, TlsVersion version) throws IOException {
        return prepared(clientContext.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port), version);
    }

    private static SSLSocket prepared(Socket made, TlsVersion version) throws IOException {
        SSLSocket socket = (SSLSocket) made;
        socket.setEnabledProtocols(new String[] {version.jdkName()});
        socket.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
        return socket;
    }

    private static void call(Socket socket, String method, int sequenceId) throws Exception {
        socket.getOutputStream().write(RawClient.framed(HeldProcessor.call(PROTOCOL, method, sequenceId)));
    }

    private static void assertReply(Socket socket, int sequenceId) throws Exception {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] frame = new byte[in.readInt()];
        in.readFully(frame);
        assertEquals(new Reply(PROTOCOL, frame).sequenceId(), sequenceId);
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void libthriftsOwnClient(Strategies strategy) throws Exception {
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(new EverythingHandler()))
                .tls(tls)
                .build()
                .start()) {
            TSSLTransportFactory.TSSLTransportParameters parameters =
                    new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
            parameters.setTrustStore(store.toString(), new String(PASSWORD), null, "PKCS12");
            TSocket socket = TSSLTransportFactory.getClientSocket(
                    "localhost", server.port(), ClientKind.TIMEOUT_MILLIS, parameters);
            try (TFramedTransport framed = new TFramedTransport(socket)) {
                Everything.Client client = new Everything.Client(new TBinaryProtocol(framed));
                for (int i = 0; i < 100; i++) {
                    assertEquals(client.echoString("call " + i), "call " + i);
                }
                String large = "x".repeat(300_000);
                assertEquals(client.echoString(large), large);
            }
            Await.that("not closed", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().failedHandshakes(), 0);
        }
    }

    /** In TLS 1.3, starting a handshake again makes the JDK request new keys. Calls are in flight meanwhile. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void newKeysDuringCalls(Strategies strategy) throws Exception {
        try (ThriftServer server =
                        strategy.builder(new HeldProcessor()).tls(tls).build().start();
                SSLSocket socket = connect(server.port(), TlsVersion.TLS_1_3)) {
            for (int round = 0; round < 50; round++) {
                for (int i = 0; i < 20; i++) {
                    call(socket, "fast", round * 20 + i);
                    if (i == 10) {
                        socket.startHandshake();
                    }
                }
                for (int i = 0; i < 20; i++) {
                    assertReply(socket, round * 20 + i);
                }
            }
        }
    }

    @DataProvider
    Object[][] strategiesAndVersions() {
        return Pairs.of(Strategies.values(), TlsVersion.values());
    }

    /** A peer that sends close_notify, and reads on. */
    @Test(dataProvider = "strategiesAndVersions")
    public void aPeerThatClosesItsSideGetsItsReplies(Strategies strategy, TlsVersion version) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).tls(tls).build().start();
                SSLSocket socket = connect(server.port(), version);
                SSLSocket other = connect(server.port(), version)) {
            call(other, "fast", 1);
            assertReply(other, 1);
            call(socket, "hold", 1);
            call(socket, "fast", 2);
            socket.shutdownOutput();
            processor.awaitStart(1);
            for (int id = 2; strategy != Strategies.SAME_THREAD && id < 4; id++) {
                call(other, "fast", id); // the selector reads the close_notify with it at the latest
                assertReply(other, id);
            }
            processor.release(1);
            assertReply(socket, 1);
            assertReply(socket, 2);
            assertEquals(socket.getInputStream().read(), -1);
            Await.that("still open", () -> server.counters().openConnections() == 1);
        }
    }

    /** The end of the socket without a close_notify: the calls before it are complete. */
    @Test(dataProvider = "strategiesAndVersions")
    public void aPeerThatEndsItsStreamGetsItsReplies(Strategies strategy, TlsVersion version) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).tls(tls).build().start();
                Socket plain = new Socket(InetAddress.getLoopbackAddress(), server.port());
                SSLSocket socket = (SSLSocket)
                        clientContext.getSocketFactory().createSocket(plain, "localhost", server.port(), false)) {
            plain.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
            socket.setEnabledProtocols(new String[] {version.jdkName()});
            call(socket, "hold", 1);
            processor.awaitStart(1);
            plain.shutdownOutput();
            processor.release(1);
            assertReply(socket, 1);
            Await.that("still open", () -> server.counters().openConnections() == 0);
        }
    }

    /** A peer that has completed its handshake, and whose socket the test can write to directly. */
    private final class RawPeer implements AutoCloseable {
        private final Socket raw;

        /** Kept, since a socket that is collected is closed. */
        private final SSLSocket tls;

        RawPeer(ThriftServer server, TlsVersion version) throws Exception {
            raw = new Socket(InetAddress.getLoopbackAddress(), server.port());
            tls = prepared(
                    clientContext.getSocketFactory().createSocket(raw, "localhost", server.port(), false), version);
            call(tls, "fast", 1);
            assertReply(tls, 1);
        }

        /** Sends the beginning of a record of 16 KiB, in several parts. */
        void sendBeginning(int bytes) throws IOException {
            byte[] record = new byte[bytes];
            System.arraycopy(new byte[] {23, 3, 3, 64, 0}, 0, record, 0, 5);
            raw.getOutputStream().write(record, 0, 3);
            raw.getOutputStream().write(record, 3, bytes - 3);
        }

        void disconnect() throws IOException {
            raw.close();
        }

        @Override
        public void close() throws IOException {
            disconnect();
        }
    }

    @Test(dataProvider = "strategiesAndVersions")
    public void anIncompleteRecordIsChargedAsAPartialFrame(Strategies strategy, TlsVersion version) throws Exception {
        try (ThriftServer server = strategy.builder(new HeldProcessor())
                        .tls(tls)
                        .limits(Strategies.patient().build())
                        .build()
                        .start();
                RawPeer peer = new RawPeer(server, version)) {
            assertEquals(server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES), 0);
            peer.sendBeginning(10_000);
            Await.that(
                    "the record is not charged",
                    () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) >= 10_000);
            peer.disconnect();
            Await.that(
                    "the record is not released",
                    () -> server.counters().bufferedBytes(MemoryPart.PARTIAL_FRAMES) == 0);
        }
    }

    @Test(dataProvider = "strategiesAndVersions")
    public void anIncompleteRecordEndsAtTheFrameTimeout(Strategies strategy, TlsVersion version) throws Exception {
        ServerLimits limits =
                Strategies.patient().frameTimeout(Duration.ofMillis(500)).build();
        try (ThriftServer server = strategy.builder(new HeldProcessor())
                        .tls(tls)
                        .limits(limits)
                        .build()
                        .start();
                RawPeer peer = new RawPeer(server, version)) {
            peer.sendBeginning(100);
            Await.that("it stays open", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().reached(LimitType.FRAME_TIMEOUT), 1);
        }
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void renegotiationIsRefused(Strategies strategy) throws Exception {
        try (LogCapture log = LogCapture.start();
                ThriftServer server =
                        strategy.builder(new HeldProcessor()).tls(tls).build().start();
                SSLSocket socket = connect(server.port(), TlsVersion.TLS_1_2)) {
            call(socket, "fast", 1);
            assertReply(socket, 1);
            expectThrows(IOException.class, () -> {
                socket.startHandshake();
                call(socket, "fast", 2);
                assertReply(socket, 2);
            });
            Await.that("still open", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().calls(), 1);
            assertEquals(log.awaitCount("renegotiation"), 1, log.text());
            assertEquals(server.counters().failedHandshakes(), 0);
        }
    }

    /** The server name is chosen by the peer and may even contain line breaks. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void anInvalidServerNameIsNotLogged(Strategies strategy) throws Exception {
        SSLEngine engine = clientContext.createSSLEngine("secretname.example", 1);
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        String bytes = new String(hello.array(), 0, hello.position(), ISO_8859_1);
        assertTrue(bytes.contains("secretname.example"), "no name in the hello");
        byte[] made = bytes.replace("secretname.example", "secret\name.example").getBytes(ISO_8859_1);
        try (OwnLog log = OwnLog.start();
                ThriftServer server =
                        strategy.builder(new HeldProcessor()).tls(tls).build().start()) {
            try (RawClient client = new RawClient(server)) {
                client.send(made).readUntilClosedByServer();
            }
            Await.that("still open", () -> server.counters().openConnections() == 0);
            assertEquals(log.awaitCount(Level.WARNING, "TLS: the handshake failed"), 1, log.all());
            assertFalse(log.all().contains("secret"), log.all());
        }
    }

    /** Oneway calls that arrive together with the close_notify are run. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void callsBeforeTheCloseNotifyRun(Strategies strategy) throws Exception {
        HeldProcessor processor = new HeldProcessor();
        try (ThriftServer server = strategy.builder(processor).tls(tls).build().start()) {
            for (int i = 0; i < TestSize.of(6, 20); i++) {
                try (SSLSocket socket = connect(server.port(), i % 2 == 0 ? TlsVersion.TLS_1_2 : TlsVersion.TLS_1_3)) {
                    byte[] oneway = HeldProcessor.oneway(PROTOCOL, "fast", i);
                    socket.getOutputStream().write(RawClient.framed(oneway));
                }
                processor.awaitStart(i);
            }
            Await.that("still open", () -> server.counters().openConnections() == 0);
        }
    }

    /** A drained connection ends with a close_notify, so that the client can distinguish it from a truncation. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theServerSendsACloseNotify(Strategies strategy) throws Exception {
        ThriftServer server =
                strategy.builder(new HeldProcessor()).tls(tls).build().start();
        try (SSLSocket socket = connect(server.port(), TlsVersion.TLS_1_2)) {
            call(socket, "fast", 1);
            assertReply(socket, 1);
            assertTrue(server.shutdown(Duration.ofSeconds(HeldProcessor.TIMEOUT_SECONDS)));
            assertEquals(socket.getInputStream().read(), -1);
        } finally {
            server.shutdown(Duration.ZERO);
        }
    }

    /** Opens a connection and makes a call on it; retries if a loaded machine exceeded the limit. */
    private SSLSocket served(ThriftServer server) throws Exception {
        for (int late = 0; ; late++) {
            SSLSocket socket = connect(server.port(), TlsVersion.TLS_1_3);
            try {
                call(socket, "fast", 0);
                assertReply(socket, 0);
                return socket;
            } catch (IOException closed) {
                socket.close();
                int times = late + 1;
                Await.that(
                        "not because of its timeout",
                        () -> server.counters().reached(LimitType.HANDSHAKE_TIMEOUT) == times);
                Await.that("not counted", () -> server.counters().failedHandshakes() == times);
            }
        }
    }

    /**
     * Peers that send nothing, or stop within their first record, are disconnected by the limit; one that has completed
     * its handshake is not. With the profile {@code soak} there are 1,000 of them, which must be disconnected within 5
     * seconds.
     */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void stalledHandshakesEndAtTheirTimeout(Strategies strategy) throws Exception {
        int count = Integer.getInteger("soak.handshakes", 20);
        ServerLimits limits = count > 20
                ? ServerLimits.defaults()
                : Strategies.patient().handshakeTimeout(Duration.ofMillis(500)).build();
        List<RawClient> stalled = new ArrayList<>();
        try (LogCapture log = LogCapture.start();
                ThriftServer server = strategy.builder(new HeldProcessor())
                        .tls(tls)
                        .limits(limits)
                        .build()
                        .start();
                SSLSocket good = served(server)) {
            long before = server.counters().failedHandshakes();
            for (int i = 0; i < count; i++) {
                stalled.add(new RawClient(server));
                if (i % 2 == 0) {
                    stalled.get(i).send(new byte[] {22, 3, 1});
                }
            }
            long begin = System.nanoTime();
            for (RawClient client : stalled) {
                client.assertClosedByServer();
            }
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            assertTrue(count == 20 || took.compareTo(Duration.ofSeconds(5)) <= 0, "closed after " + took);
            Await.that("not counted", () -> server.counters().failedHandshakes() == before + count);
            assertEquals(server.counters().reached(LimitType.HANDSHAKE_TIMEOUT), before + count);
            call(good, "fast", 1);
            assertReply(good, 1);
            Await.that("one of them stays", () -> server.counters().openConnections() == 1);
            assertFalse(log.text().contains("Exception"), log.text());
        } finally {
            for (RawClient client : stalled) {
                client.close();
            }
        }
    }

    @DataProvider
    Object[][] filters() {
        List<Object[]> rows = new ArrayList<>();
        for (Strategies strategy : Strategies.values()) {
            rows.add(new Object[] {strategy, true});
            rows.add(new Object[] {strategy, false});
        }
        return rows.toArray(Object[][]::new);
    }

    /** In a chain built by hand, even with Grizzly's filter, the server knows which handshakes are complete. */
    @Test(dataProvider = "filters")
    public void stalledHandshakesAreKnown(Strategies strategy, boolean ours) throws Exception {
        StrategyThreads threads = strategy.ofThreads(4).start(UniqueName.of("chain"), 1);
        SSLBaseFilter below = ours
                ? TlsFilter.of(tls)
                : new SSLBaseFilter(new SSLEngineConfigurator(clientContext, false, false, false));
        try (ThriftServerFilter filter = ThriftServerFilter.builder(threads)
                .name(UniqueName.of("chain"))
                .processor(new HeldProcessor())
                .protocol(PROTOCOL)
                .limits(Strategies.patient().build())
                .build()) {
            TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance()
                    .setProcessor(FilterChainBuilder.stateless()
                            .add(new TransportFilter())
                            .add(below)
                            .add(filter.frameFilter())
                            .add(filter)
                            .build())
                    .build();
            threads.install(transport);
            InetSocketAddress address =
                    (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
            transport.start();
            try (Socket stalled = new Socket(address.getAddress(), address.getPort());
                    SSLSocket good = connect(address.getPort(), TlsVersion.TLS_1_3)) {
                stalled.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
                stalled.getOutputStream().write(new byte[] {22, 3, 1});
                good.startHandshake();
                Await.that("not known", () -> established(filter).equals(List.of(false, true)));
                call(good, "fast", 1);
                assertReply(good, 1);
                ChainServer.connections(filter).stream()
                        .filter(connection -> !connection.isEstablished())
                        .forEach(ServerConnection::terminate);
                assertEquals(stalled.getInputStream().read(), -1);
                Await.that("not counted", () -> filter.counters().failedHandshakes() == 1);
                call(good, "fast", 2);
                assertReply(good, 2);
            } finally {
                transport.shutdownNow();
                threads.shutdownNow();
            }
        }
    }

    private static List<Boolean> established(ThriftServerFilter filter) {
        return ChainServer.connections(filter).stream()
                .map(ServerConnection::isEstablished)
                .sorted()
                .toList();
    }

    public void plainConnectionsAreEstablishedAtOnce() throws Exception {
        try (ThriftServer server = Strategies.SAME_THREAD
                        .builder(new HeldProcessor())
                        .build()
                        .start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            call(socket, "fast", 1);
            assertReply(socket, 1);
            assertEquals(server.counters().failedHandshakes(), 0);
        }
    }

    public void aServerNeedsACertificate() {
        IllegalArgumentException none = expectThrows(
                IllegalArgumentException.class,
                () -> ThriftServer.builder().tls(TlsConfig.builder().build()));
        assertTrue(none.getMessage().contains("certificate"), none.getMessage());
    }

    /** The context is that of the running call, on its own thread, and ends with it. */
    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void theContextOfACall(Strategies strategy) throws Exception {
        HeldProcessor inner = new HeldProcessor();
        CompletableFuture<CallContext> seen = new CompletableFuture<>();
        CompletableFuture<Boolean> elsewhere = new CompletableFuture<>();
        try (ThriftServer server = strategy.builder((in, out) -> {
                            seen.complete(CallContext.current().orElseThrow());
                            elsewhere.completeAsync(() -> CallContext.current().isPresent());
                            inner.process(in, out);
                        })
                        .build()
                        .start();
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            call(socket, "fast", 1);
            assertReply(socket, 1);
            CallContext context = seen.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertEquals(context.peerAddress(), socket.getLocalSocketAddress());
            assertTrue(context.tlsPeer().isEmpty());
            assertTrue(context.peerCertificates().isEmpty());
            assertFalse(elsewhere.get(HeldProcessor.TIMEOUT_SECONDS, TimeUnit.SECONDS));
        }
    }
}
