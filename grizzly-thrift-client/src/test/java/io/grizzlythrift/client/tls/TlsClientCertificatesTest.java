package io.grizzlythrift.client.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.server.ProbeHandler;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.Pairs;
import io.grizzlythrift.test.PatientLimits;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import io.grizzlythrift.tls.TlsVersion;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what handlers see of the certificates of clients, and which clients a server accepts. */
public final class TlsClientCertificatesTest {
    private TlsFiles files;
    private TestCertificate own;
    private TestCertificate caller;

    @BeforeClass
    void makeFiles() throws IOException {
        files = new TlsFiles();
        own = files.server("EC");
        caller = files.authority().issue("EC", "the caller");
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        files.close();
    }

    @DataProvider
    static Object[][] combinations() {
        return Pairs.of(
                new Object[] {
                    SameThreadStrategy.create(), WorkerThreadStrategy.ofThreads(4), LeaderFollowerStrategy.ofThreads(4)
                },
                TlsVersion.values(),
                ClientCertificates.values());
    }

    private ThriftClient client(ThriftServer server, TlsConfig.Builder tls) {
        return ThriftClient.builder()
                .endpoint(TlsFiles.HOST, server.port())
                .connectTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .callTimeout(Duration.ofSeconds(CallResults.TIMEOUT_SECONDS))
                .tls(tls.build())
                .build();
    }

    /** The peer's certificate is visible while the call runs, and only to it. */
    @Test(dataProvider = "combinations", timeOut = 120_000)
    public void handlersSeeTheCertificateOfThePeer(
            ProcessingStrategy strategy, TlsVersion version, ClientCertificates asked) throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        Probe.Processor<Probe.Iface> inner = new Probe.Processor<>(new ProbeHandler());
        try (ThriftServer server = ThriftServer.builder()
                        .name(UniqueName.of("tls-certificates"))
                        .limits(PatientLimits.builder().build())
                        .listen("127.0.0.1", 0)
                        .processor((in, out) -> {
                            seen.add(names(CallContext.current().orElseThrow()));
                            inner.process(in, out);
                        })
                        .strategy(strategy)
                        .selectorThreads(1)
                        .tls(files.presenting(own)
                                .versions(version)
                                .clientCertificates(asked)
                                .build())
                        .build()
                        .start();
                ThriftClient known = client(server, files.presenting(caller));
                ThriftClient unknown = client(server, files.trusting())) {
            known.stub(Probe.Iface.class).ping();
            assertEquals(seen.poll(), asked == ClientCertificates.NONE ? "" : "CN=the caller");
            CompletableFuture<Void> call = unknown.stub(Probe.FutureIface.class).ping();
            if (asked == ClientCertificates.NEEDED) {
                CallFailedException failure = CallResults.failure(call);
                if (version == TlsVersion.TLS_1_2) { // with TLS 1.3, the client has completed its handshake by then
                    assertEquals(failure.failure(), FailureCause.CONNECT_FAILED, failure.getMessage());
                }
                Await.that("not counted", () -> server.counters().failedHandshakes() > 0);
            } else {
                CallResults.result(call);
                assertEquals(seen.poll(), "");
                assertEquals(server.counters().failedHandshakes(), 0);
            }
            assertTrue(seen.isEmpty());
        }
        assertEquals(CallContext.current(), Optional.empty());
    }

    private static String names(CallContext context) {
        assertTrue(context.peerAddress().toString().contains("127.0.0.1"));
        assertTrue(context.tlsPeer().isPresent());
        List<X509Certificate> certificates = context.peerCertificates();
        return certificates.isEmpty()
                ? ""
                : certificates.get(0).getSubjectX500Principal().getName();
    }
}
