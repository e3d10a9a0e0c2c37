package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.security.Identity;
import io.grizzlythrift.security.QualityOfProtection;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.security.SaslMechanism;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.sasl.SaslClients;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.thrift.transport.TSSLTransportFactory;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests SASL above TLS: passwords, certificates, and protection within TLS. */
@Test(timeOut = 120_000)
public final class SaslOverTlsTest {
    private static final String PASSWORD = "for the tests";

    private Path directory;
    private Path store;
    private TlsConfig tls;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("sasl");
        TestCertificate own = new TestAuthority("authority").issue("EC", "localhost", "127.0.0.1");
        store = own.writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD.toCharArray());
        tls = TlsConfig.builder()
                .keyStore(store, PASSWORD.toCharArray())
                .trustStore(store, PASSWORD.toCharArray())
                .clientCertificates(ClientCertificates.WANTED)
                .build();
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    private TSocket connect(ThriftServer server, boolean withCertificate) throws TTransportException {
        TSSLTransportFactory.TSSLTransportParameters parameters =
                new TSSLTransportFactory.TSSLTransportParameters("TLS", null);
        parameters.setTrustStore(store.toString(), PASSWORD, null, "PKCS12");
        if (withCertificate) {
            parameters.setKeyStore(store.toString(), PASSWORD, null, "PKCS12");
        }
        return TSSLTransportFactory.getClientSocket("localhost", server.port(), ClientKind.TIMEOUT_MILLIS, parameters);
    }

    private ThriftServer server(Strategies strategy) {
        Everything.Iface handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                return value
                        + CallContext.current()
                                .flatMap(CallContext::identity)
                                .map(Identity::mechanism)
                                .orElse("none");
            }
        };
        return strategy.builder(new Everything.Processor<>(handler))
                .tls(tls)
                .sasl(SaslConfig.builder()
                        .mechanism(SaslMechanism.plain(SaslClients.VERIFIER))
                        .mechanism(SaslMechanism.digestMd5(SaslClients.SERVICE, SaslClients.HOST, SaslClients.SECRETS))
                        .mechanism(SaslMechanism.external())
                        .qualityOfProtection(QualityOfProtection.values())
                        .build())
                .build()
                .start();
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void mechanisms(Strategies strategy) throws Exception {
        String large = "x".repeat(1_000_000);
        try (ThriftServer server = server(strategy)) {
            for (String mechanism : new String[] {"PLAIN", "EXTERNAL", "DIGEST-MD5"}) {
                String qop = mechanism.equals("DIGEST-MD5") ? "auth-conf" : "auth";
                try (TTransport transport =
                        SaslClients.open(connect(server, true), mechanism, qop, SaslClients.PASSWORD)) {
                    Everything.Client client = SaslClients.client(transport);
                    assertEquals(client.echoString("a"), "a" + mechanism);
                    assertEquals(client.echoString(large), large + mechanism);
                }
            }
            try (TTransport without = connect(server, true)) {
                assertEquals(SaslClients.client(without).echoString("a"), "acertificate");
            }
            Await.that("open", () -> server.counters().openConnections() == 0);
            assertEquals(server.counters().completedNegotiations(), 3);
            assertEquals(server.counters().failedHandshakes(), 0);
        }
    }

    @Test(
            dataProvider = "defaultStrategy",
            dataProviderClass = Strategies.class,
            expectedExceptions = TTransportException.class)
    public void externalWithoutACertificate(Strategies strategy) throws Exception {
        try (ThriftServer server = server(strategy)) {
            SaslClients.open(connect(server, false), "EXTERNAL", "auth", SaslClients.PASSWORD);
        }
    }
}
