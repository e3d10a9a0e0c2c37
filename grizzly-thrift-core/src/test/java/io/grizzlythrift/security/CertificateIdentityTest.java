package io.grizzlythrift.security;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.security.CertificateIdentity;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import io.grizzlythrift.tls.ClientCertificates;
import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests the identity of a client with a certificate. */
@Test(timeOut = 60_000)
public final class CertificateIdentityTest {
    private static final char[] PASSWORD = "for the tests".toCharArray();
    private static final String SPIFFE_ID = "spiffe://example.org/ns/web";

    private final TestAuthority authority = new TestAuthority("authority");
    private Path directory;
    private Path store;

    @BeforeClass
    void makeCertificates() throws Exception {
        directory = Files.createTempDirectory("identity");
        store = authority
                .issue("EC", "localhost", "127.0.0.1", SPIFFE_ID)
                .writeStore(directory.resolve("own.p12"), "PKCS12", PASSWORD);
    }

    @AfterClass(alwaysRun = true)
    void removeFiles() throws IOException {
        Files.delete(store);
        Files.delete(directory);
    }

    private static Identity identityOf(TestCertificate issued) {
        return CertificateIdentity.of(List.of(issued.certificate(), issued.authority()))
                .orElseThrow();
    }

    public void itHasTheNamesOfTheCertificate() {
        Identity found =
                identityOf(authority.issue("EC", "client.example.org", "10.0.0.7", SPIFFE_ID, "a@example.org"));
        assertEquals(found.principal(), "CN=client.example.org");
        assertEquals(found.mechanism(), Identity.CERTIFICATE);
        assertEquals(
                found.attributes().get(Identity.ALTERNATIVE_NAMES),
                List.of("dns:client.example.org", "ip:10.0.0.7", "uri:" + SPIFFE_ID, "email:a@example.org"));
        assertEquals(found.attributes().get(Identity.SPIFFE_ID), SPIFFE_ID);
        assertEquals(found.subject(), Optional.empty());
        assertEquals(found.toString(), "CN=client.example.org (certificate)");
    }

    /** As the specification of X.509 documents of SPIFFE demands. */
    public void severalUrisProveNoSpiffeId() {
        for (TestCertificate issued : List.of(
                authority.issue("EC", "a", SPIFFE_ID, "spiffe://example.org/admin"),
                authority.issue("EC", "a", SPIFFE_ID, "https://example.org/"),
                authority.issue("EC", "a", "https://example.org/spiffe://"),
                authority.issue("EC", "a"))) {
            assertFalse(identityOf(issued).attributes().containsKey(Identity.SPIFFE_ID));
        }
        assertEquals(CertificateIdentity.of(List.of()), Optional.empty());
    }

    @Test(dataProvider = "strategies", dataProviderClass = Strategies.class)
    public void itIsFoundOncePerConnection(Strategies strategy) throws Exception {
        List<Optional<Identity>> seen = new CopyOnWriteArrayList<>();
        TlsConfig tls = TlsConfig.builder()
                .keyStore(store, PASSWORD)
                .trustStore(store, PASSWORD)
                .clientCertificates(ClientCertificates.WANTED)
                .build();
        EverythingHandler handler = new EverythingHandler() {
            @Override
            public String echoString(String value) {
                seen.add(CallContext.current().orElseThrow().identity());
                return value;
            }
        };
        try (ThriftServer server = strategy.builder(new Everything.Processor<>(handler))
                .tls(tls)
                .build()
                .start()) {
            call(server, true, 3);
            assertEquals(seen.get(0).orElseThrow().attributes().get(Identity.SPIFFE_ID), SPIFFE_ID);
            assertSame(seen.get(1).orElseThrow(), seen.get(0).orElseThrow());
            assertSame(seen.get(2).orElseThrow(), seen.get(0).orElseThrow());
            seen.clear();
            call(server, false, 1);
            assertEquals(seen, List.of(Optional.empty()), "a client without a certificate");
        }
        seen.clear();
        try (ThriftServer plain = strategy.builder(new Everything.Processor<>(handler))
                        .build()
                        .start();
                RawClient client = new RawClient(plain)) {
            client.sendFrames(new Requests(ThriftProtocol.BINARY).echoString(1, "text"));
            client.readReply(ThriftProtocol.BINARY).assertEchoString(1, "text");
            assertEquals(seen, List.of(Optional.empty()), "a plain connection");
        }
    }

    private void call(ThriftServer server, boolean withCertificate, int calls) throws Exception {
        try (SSLSocket socket = (SSLSocket) context(withCertificate)
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            for (int call = 1; call <= calls; call++) {
                socket.getOutputStream()
                        .write(RawClient.framed(new Requests(ThriftProtocol.BINARY).echoString(call, "text")));
                byte[] reply = new byte[in.readInt()];
                in.readFully(reply);
                new Reply(ThriftProtocol.BINARY, reply).assertEchoString(call, "text");
            }
        }
    }

    private SSLContext context(boolean withCertificate) throws Exception {
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(keys);
        KeyManagerFactory shown = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        shown.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(withCertificate ? shown.getKeyManagers() : new KeyManager[0], trust.getTrustManagers(), null);
        return context;
    }
}
