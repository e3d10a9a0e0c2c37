package io.grizzlythrift.client.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.tls.TlsVersion;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests handshakes that must fail: with the reason, closed, counted, and without leaving anything behind. The profile
 * {@code soak} makes a thousand of each.
 */
@Test(timeOut = 300_000)
public final class TlsFailuresTest {
    private static final int TIMES = Integer.getInteger("soak.handshakes", 3);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int LIMIT_MILLIS = 30_000;

    private TlsFiles files;

    @BeforeClass
    void makeFiles() throws IOException {
        files = new TlsFiles();
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        files.close();
    }

    @DataProvider
    static Object[][] strategies() {
        return new Object[][] {
            {SameThreadStrategy.create()}, {WorkerThreadStrategy.ofThreads(4)}, {LeaderFollowerStrategy.ofThreads(4)}
        };
    }

    private static ThriftServer start(ProcessingStrategy strategy, TlsConfig tls) {
        return ThriftServer.builder()
                .name(UniqueName.of("tls-failures"))
                .limits(PatientLimits.builder().build())
                .listen("127.0.0.1", 0)
                .processor(new Probe.Processor<>(new ProbeHandler()))
                .strategy(strategy)
                .selectorThreads(1)
                .tls(tls)
                .build()
                .start();
    }

    private static ThriftClientBuilder client(int port) {
        return ThriftClient.builder()
                .endpoint(TlsFiles.HOST, port)
                .connectTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .callTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .reconnectBackoff(HOUR, HOUR);
    }

    /** The client rejects the server's certificate, reports the reason, and keeps to its backoff. */
    private void assertRejectedByClient(
            ProcessingStrategy strategy, TestCertificate shown, TlsConfig tls, String reason) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = start(strategy, files.presenting(shown).build())) {
            long begin = System.nanoTime();
            for (int i = 0; i < TIMES; i++) {
                try (ThriftClient client = client(server.port()).tls(tls).build()) {
                    CallFailedException failure = CallResults.failure(
                            client.stub(Probe.FutureIface.class).ping(), FailureCause.CONNECT_FAILED, false);
                    assertTrue(failure.getMessage().contains(reason), failure.getMessage());
                    assertTrue(failure.getMessage().contains("localhost:" + server.port()), failure.getMessage());
                    CallResults.failure(
                            client.stub(Probe.FutureIface.class).ping(), FailureCause.CONNECT_FAILED, false);
                    assertEquals(client.counters().connectAttempts(), 1);
                    assertEquals(client.counters().openConnections(), 0);
                }
            }
            assertNothingLeft(server, begin, log);
        }
    }

    private static void assertNothingLeft(ThriftServer server, long begin, LogCapture log) {
        Await.that(
                "not all are closed and counted",
                () -> server.counters().openConnections() == 0
                        && server.counters().failedHandshakes() == TIMES);
        assertEquals(server.counters().acceptedConnections(), TIMES);
        assertEquals(server.counters().calls(), 0);
        assertEquals(log.stacks(), 0, log.toString());
        assertTrue(
                log.count("closed /127.0.0.1") <= 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin),
                log.toString());
    }

    @Test(dataProvider = "strategies")
    public void wrongHost(ProcessingStrategy strategy) throws Exception {
        TestCertificate shown = files.authority().issue("EC", "other.host");
        assertRejectedByClient(strategy, shown, files.trusting().build(), TlsFiles.HOST);
        try (ThriftServer server = start(strategy, files.presenting(shown).build());
                ThriftClient trusting = client(server.port())
                        .tls(files.trusting().verifyHostName(false).build())
                        .build()) {
            assertEquals(trusting.stub(Probe.Iface.class).echo("switched off"), "switched off");
        }
    }

    @Test(dataProvider = "strategies")
    public void expired(ProcessingStrategy strategy) throws Exception {
        TestCertificate shown = files.authority().issueExpired("EC", TlsFiles.HOST);
        assertRejectedByClient(strategy, shown, files.trusting().build(), "has expired");
    }

    @Test(dataProvider = "strategies")
    public void unknownAuthority(ProcessingStrategy strategy) throws Exception {
        TestCertificate shown = new TestAuthority("unknown").issue("EC", TlsFiles.HOST);
        assertRejectedByClient(strategy, shown, files.trusting().build(), "unknown CA");
    }

    @Test(dataProvider = "strategies")
    public void noCommonVersion(ProcessingStrategy strategy) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server = start(
                        strategy,
                        files.presenting(files.server("EC"))
                                .versions(TlsVersion.TLS_1_3)
                                .build())) {
            long begin = System.nanoTime();
            TlsConfig older = files.trusting().versions(TlsVersion.TLS_1_2).build();
            for (int i = 0; i < TIMES; i++) {
                try (ThriftClient client = client(server.port()).tls(older).build()) {
                    CallFailedException failure = CallResults.failure(
                            client.stub(Probe.FutureIface.class).ping(), FailureCause.CONNECT_FAILED, false);
                    assertTrue(failure.getMessage().contains("protocol_version"), failure.getMessage());
                }
            }
            assertNothingLeft(server, begin, log);
            assertTrue(log.awaitCount("closed /127.0.0.1") >= 1, log.toString());
        }
    }

    /** With TLS 1.2 the server rejects within the client's handshake, with TLS 1.3 after it. */
    @Test(dataProvider = "strategies")
    public void clientCertificateOfAnUnknownAuthority(ProcessingStrategy strategy) throws Exception {
        TestCertificate stranger = new TestAuthority("unknown").issue("EC", "stranger");
        for (TlsVersion version : TlsVersion.values()) {
            try (LogCapture log = LogCapture.ofWarnings();
                    ThriftServer server = start(
                            strategy,
                            files.presenting(files.server("EC"))
                                    .versions(version)
                                    .clientCertificates(ClientCertificates.NEEDED)
                                    .build())) {
                long begin = System.nanoTime();
                TlsConfig tls = files.presenting(stranger).build();
                for (int i = 0; i < TIMES; i++) {
                    try (ThriftClient client = client(server.port())
                            .connectionsPerEndpoint(1)
                            .tls(tls)
                            .build()) {
                        CallFailedException failure = CallResults.failure(
                                client.stub(Probe.FutureIface.class).ping());
                        if (version == TlsVersion.TLS_1_2) {
                            assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
                            assertFalse(failure.mayHaveRun());
                        }
                    }
                }
                assertNothingLeft(server, begin, log);
            }
        }
    }

    @DataProvider
    static Object[][] strategiesAndNoise() {
        List<Object[]> rows = new ArrayList<>();
        for (Object[] strategy : strategies()) {
            rows.add(new Object[] {strategy[0], "GET / HTTP/1.1\r\n\r\n"});
            rows.add(new Object[] {strategy[0], "\0\0\0\21\200\1\0\1\0\0\0\4ping\0\0\0\1\0"});
            rows.add(new Object[] {strategy[0], "\26\3\1\0\5\1\0\0\1\0\0\0\0\0"});
        }
        return rows.toArray(Object[][]::new);
    }

    @Test(dataProvider = "strategiesAndNoise")
    public void plainTextToAServer(ProcessingStrategy strategy, String noise) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server =
                        start(strategy, files.presenting(files.server("EC")).build())) {
            long begin = System.nanoTime();
            List<Socket> sockets = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                sockets.add(socket);
                socket.setSoTimeout(LIMIT_MILLIS);
                socket.getOutputStream().write(noise.getBytes(StandardCharsets.ISO_8859_1));
            }
            for (Socket socket : sockets) {
                awaitEnd(socket);
            }
            assertNothingLeft(server, begin, log);
            assertTrue(log.awaitCount("TLS: the handshake failed") >= 1, log.toString());
        }
    }

    private static void awaitEnd(Socket socket) throws IOException {
        try (socket) {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
            return; // reset
        }
    }

    /** Peers that leave during the handshake are no error, and leave nothing behind. */
    @Test(dataProvider = "strategies")
    public void leftDuringTheHandshake(ProcessingStrategy strategy) throws Exception {
        try (LogCapture log = LogCapture.ofWarnings();
                ThriftServer server =
                        start(strategy, files.presenting(files.server("EC")).build())) {
            long begin = System.nanoTime();
            for (int i = 0; i < TIMES; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
                    socket.setSoLinger(i % 2 == 0, 0);
                }
            }
            assertNothingLeft(server, begin, log);
        }
    }

    /**
     * The handshake takes most of the time of the call, but not all, so that its failure is reported. All clients wait at
     * the same time.
     */
    public void aServerThatStalls() throws Exception {
        int times = Math.min(TIMES, 50);
        try (ServerSocket silent = new ServerSocket()) {
            silent.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), times);
            List<ThriftClient> clients = new ArrayList<>();
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            List<CompletableFuture<Long>> nanos = new ArrayList<>();
            try {
                for (int i = 0; i < times; i++) {
                    ThriftClient client = client(silent.getLocalPort())
                            .connectTimeout(Duration.ofMillis(1_500))
                            .callTimeout(Duration.ofSeconds(2))
                            .tls(files.trusting().build())
                            .build();
                    clients.add(client);
                    long begin = System.nanoTime();
                    CompletableFuture<Void> call =
                            client.stub(Probe.FutureIface.class).ping();
                    calls.add(call);
                    nanos.add(call.handle((nothing, failure) -> System.nanoTime() - begin));
                }
                for (int i = 0; i < times; i++) {
                    CallFailedException failure = CallResults.failure(calls.get(i));
                    // On a busy machine, the deadline of the call may come first, or the handshake may begin too late.
                    boolean late = failure.getMessage().contains("not connected within 1500 ms");
                    assertTrue(
                            failure.failure() == FailureCause.TIMED_OUT
                                    || late
                                    || failure.getMessage().contains("not connected within 1800 ms"),
                            failure.getMessage());
                    assertFalse(failure.mayHaveRun());
                    assertEquals(clients.get(i).counters().openConnections(), 0);
                    long least = TimeUnit.MILLISECONDS.toNanos(late ? 1_500 : 1_800);
                    assertTrue(CallResults.result(nanos.get(i)) >= least, "too early");
                    if (!late) {
                        Socket taken = silent.accept();
                        taken.setSoTimeout(LIMIT_MILLIS);
                        awaitEnd(taken);
                    }
                }
            } finally {
                clients.forEach(ThriftClient::close);
            }
        }
    }

    /** A server without TLS finds a bad frame and closes; the client names the likely cause. */
    public void aServerWithoutTls() throws Exception {
        try (ThriftServer plain = ThriftServer.builder()
                        .name(UniqueName.of("tls-failures-plain"))
                        .limits(PatientLimits.builder().build())
                        .listen("127.0.0.1", 0)
                        .protocol(ThriftProtocol.BINARY)
                        .processor(new Probe.Processor<>(new ProbeHandler()))
                        .build()
                        .start();
                ThriftClient client =
                        client(plain.port()).tls(files.trusting().build()).build()) {
            CallFailedException failure = CallResults.failure(
                    client.stub(Probe.FutureIface.class).ping(), FailureCause.CONNECT_FAILED, false);
            assertTrue(failure.getMessage().contains("TLS"), failure.getMessage());
            assertEquals(client.counters().connectAttempts(), 1);
        }
    }
}
