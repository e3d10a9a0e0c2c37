package io.grizzlythrift.client.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.TestSize;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.tls.TlsVersion;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TProcessor;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests calls over TLS with each strategy, TLS version and kind of key. */
@Test(timeOut = 120_000)
public final class TlsContractTest {
    private static final int CALLS = TestSize.of(100, 300);
    private static final int LARGE = TestSize.of(150_000, 3_000_000);

    private final ProcessingStrategy strategy;
    private final TlsVersion version;
    private final String algorithm;
    private final ReplyOrder order;
    private ProbeHandler handler;
    private TlsFiles files;
    private TestCertificate own;
    private Path ownFile;
    private TlsConfig serverTls;
    private ThriftServer server;
    private ThriftClient client;

    @Factory(dataProvider = "combinations")
    public TlsContractTest(ProcessingStrategy strategy, TlsVersion version, String algorithm, ReplyOrder order) {
        this.strategy = strategy;
        this.version = version;
        this.algorithm = algorithm;
        this.order = order;
    }

    @DataProvider
    static Object[][] combinations() {
        List<Object[]> rows = new ArrayList<>();
        for (TlsVersion version : TlsVersion.values()) {
            rows.add(new Object[] {SameThreadStrategy.create(), version, "RSA", ReplyOrder.REQUEST});
            rows.add(new Object[] {WorkerThreadStrategy.ofThreads(4), version, "EC", ReplyOrder.AS_COMPLETED});
            rows.add(new Object[] {LeaderFollowerStrategy.ofThreads(4), version, "EC", ReplyOrder.REQUEST});
        }
        return rows.toArray(Object[][]::new);
    }

    @BeforeClass
    void start() throws Exception {
        handler = new ProbeHandler();
        files = new TlsFiles();
        own = files.server(algorithm);
        ownFile = own.writeTo(files.directory().resolve("server.pem"));
        serverTls = TlsConfig.builder()
                .certificate(ownFile, ownFile)
                .versions(version)
                .build();
        server = start(serverTls, new Probe.Processor<>(handler));
        client = client(files.trusting().build()).build();
    }

    @AfterClass(alwaysRun = true)
    void stop() throws Exception {
        client.close();
        server.close();
        files.close();
    }

    private ThriftServer start(TlsConfig tls, TProcessor processor) {
        return ThriftServer.builder()
                .name(UniqueName.of("tls-contract"))
                .limits(PatientLimits.builder().build())
                .listen("127.0.0.1", 0)
                .protocol(ThriftProtocol.COMPACT)
                .processor(processor)
                .strategy(strategy)
                .selectorThreads(1)
                .replyOrder(order)
                .tls(tls)
                .build()
                .start();
    }

    private ThriftClientBuilder client(TlsConfig tls) {
        return clientOf(server, tls);
    }

    private static ThriftClientBuilder clientOf(ThriftServer server, TlsConfig tls) {
        return ThriftClient.builder()
                .endpoint(TlsFiles.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .connectTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .callTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .tls(tls);
    }

    @DataProvider
    Object[][] styles() {
        return CallStyle.styles();
    }

    @Test(dataProvider = "styles")
    public void eachCallGetsItsOwnReply(CallStyle style) throws Exception {
        Probe.FutureIface calls = style.futures(Probe.FutureIface.class, client::stub);
        List<CompletableFuture<String>> echoes = new ArrayList<>();
        List<CompletableFuture<Long>> sums = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            echoes.add(calls.echo(style + " " + i));
            sums.add(calls.add(i, 1L << 40));
        }
        CompletableFuture<Void> oneway = calls.note("note of " + style);
        for (int i = 0; i < CALLS; i++) {
            assertEquals(CallStyle.result(echoes.get(i)), style + " " + i);
            assertEquals(CallStyle.result(sums.get(i)), Long.valueOf((1L << 40) + i));
        }
        CallStyle.result(oneway);
        assertEquals(handler.awaitNote(), "note of " + style);
    }

    public void largeMessagesBothWays() throws Exception {
        Probe.FutureIface calls = client.stub(Probe.FutureIface.class);
        List<CompletableFuture<ByteBuffer>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            byte[] bytes = new byte[LARGE + i];
            Arrays.fill(bytes, (byte) i);
            all.add(calls.echoBytes(ByteBuffer.wrap(bytes)));
            all.add(calls.echoBytes(ByteBuffer.wrap(new byte[i])));
        }
        for (int i = 0; i < 6; i++) {
            byte[] expected = new byte[LARGE + i];
            Arrays.fill(expected, (byte) i);
            assertEquals(CallResults.result(all.get(2 * i)), ByteBuffer.wrap(expected));
            assertEquals(CallResults.result(all.get(2 * i + 1)).remaining(), i);
        }
    }

    /** New handshakes see the new certificate; existing connections stay open. */
    @Test(dependsOnMethods = {"eachCallGetsItsOwnReply", "largeMessagesBothWays"})
    public void certificatesReloadWhileConnectionsAreOpen() throws Exception {
        Probe.Iface before = client.stub(Probe.Iface.class);
        before.ping();
        List<PooledConnection> open = ClientInternals.openConnections(client);
        TestCertificate renewed = files.server("EC");
        renewed.writeTo(ownFile);
        serverTls.reload();
        Path onlyNew = Files.writeString(files.directory().resolve("renewed.pem"), renewed.certificatePem());
        TlsConfig trustsTheNewOneOnly = TlsConfig.builder().trust(onlyNew).build();
        try (ThriftClient fresh = client(trustsTheNewOneOnly).build()) {
            assertEquals(fresh.stub(Probe.Iface.class).echo("new"), "new");
        }
        assertEquals(before.echo("old"), "old");
        assertTrue(ClientInternals.openConnections(client).containsAll(open), "a connection was closed");
        assertEquals(client.counters().reconnects(), 0);
    }

    /** Every accepted call gets its reply, which is flushed before the connection closes. */
    public void drainLosesNothing() throws Exception {
        ProbeHandler held = new ProbeHandler();
        TlsConfig tls = files.presenting(own).versions(version).build();
        ThriftServer draining = start(tls, new Probe.Processor<>(held));
        try (ThriftClient caller = clientOf(draining, files.trusting().build())
                .connectionsPerEndpoint(1)
                .build()) {
            Probe.FutureIface calls = caller.stub(Probe.FutureIface.class);
            CallResults.result(calls.ping());
            CompletableFuture<String> gate = calls.held("gate");
            held.awaitHeld("gate");
            // SameThread does not read while its handler runs, and accepts only calls that it has read.
            // 40 replies of 20 kB stay below the high-water mark at which the server pauses reading.
            int more = strategy instanceof SameThreadStrategy ? 0 : 40;
            List<CompletableFuture<ByteBuffer>> behind = new ArrayList<>();
            for (int i = 0; i < more; i++) {
                behind.add(calls.echoBytes(ByteBuffer.wrap(new byte[20_000 + i])));
            }
            Await.that("not all arrived", () -> draining.counters().calls() == 2 + more);
            CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(
                    () -> draining.shutdown(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS)));
            held.release("gate");
            assertEquals(CallResults.result(gate), "gate");
            assertTrue(drained.get(CallResults.TIMEOUT_SECONDS, TimeUnit.SECONDS));
            for (int i = 0; i < more; i++) {
                assertEquals(CallResults.result(behind.get(i)).remaining(), 20_000 + i);
            }
            assertEquals(draining.counters().openConnections(), 0);
        } finally {
            draining.shutdown(Duration.ZERO);
        }
    }

    public void theConnectionIsEncrypted() throws Exception {
        client.stub(Probe.Iface.class).ping();
        assertEquals(server.config().tls().orElseThrow().versions(), Set.of(version));
        assertTrue(client.config().tls().isPresent());
        try (ThriftClient plain = ThriftClient.builder()
                .endpoint(TlsFiles.HOST, server.port())
                .protocol(ThriftProtocol.COMPACT)
                .build()) {
            CallFailedException failure =
                    CallResults.failure(plain.stub(Probe.FutureIface.class).ping());
            assertFalse(failure.getMessage().isEmpty());
        }
    }
}
