package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.pkcs.jcajce.JcaPKCS8EncryptedPrivateKeyInfoBuilder;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEOutputEncryptorBuilder;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What a configuration is made from, and what it says of bad input. */
public class TlsConfigTest {
    private static final String SECRET = "correct horse";

    private final TestAuthority authority = new TestAuthority("authority");
    private final TestCertificate rsa = authority.issue("RSA", "localhost");
    private final TestCertificate ec = authority.issue("EC", "localhost");
    private Path directory;
    private Path trusted;

    @BeforeClass
    void makeDirectory() throws IOException {
        directory = Files.createTempDirectory("tls");
        trusted = authority.writeTo(directory.resolve("ca.pem"));
    }

    @AfterClass
    void removeDirectory() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "test", ".pem"), text);
    }

    @DataProvider
    Object[][] certificates() {
        return new Object[][] {{rsa}, {ec}};
    }

    @Test(dataProvider = "certificates")
    public void fromPem(TestCertificate own) throws Exception {
        Path chain = file("text in front\n" + own.chainPem().replace("\n", "\r\n") + "- and behind -");
        assertShows(TlsConfig.builder().certificate(chain, file(own.keyPem())).build(), own);
    }

    @Test(dataProvider = "certificates")
    public void fromOneFile(TestCertificate own) throws Exception {
        Path both = own.writeTo(Files.createTempFile(directory, "both", ".pem"));
        assertShows(TlsConfig.builder().certificate(both, both).build(), own);
    }

    @DataProvider
    Object[][] schemes() {
        return new Object[][] {
            {rsa, NISTObjectIdentifiers.id_aes256_CBC},
            {ec, NISTObjectIdentifiers.id_aes128_CBC},
            {ec, PKCSObjectIdentifiers.pbeWithSHAAnd3_KeyTripleDES_CBC}
        };
    }

    @Test(dataProvider = "schemes")
    public void fromAnEncryptedKey(TestCertificate own, ASN1ObjectIdentifier scheme) throws Exception {
        Path chain = file(own.chainPem());
        Path key = file(encrypted(own, scheme));
        assertShows(
                TlsConfig.builder()
                        .certificate(chain, key, SECRET.toCharArray())
                        .build(),
                own);
        assertBad(TlsConfig.builder().certificate(chain, key), key, "encrypted, and no password");
        assertBad(TlsConfig.builder().certificate(chain, key, "wrong".toCharArray()), key, "is the password right");
    }

    @DataProvider
    Object[][] storeTypes() {
        return new Object[][] {{rsa, "PKCS12"}, {ec, "PKCS12"}, {rsa, "JKS"}};
    }

    @Test(dataProvider = "storeTypes")
    public void fromAKeyStore(TestCertificate own, String type) throws Exception {
        char[] password = SECRET.toCharArray();
        Path store = own.writeStore(Files.createTempFile(directory, "store", "." + type), type, password);
        TlsConfig config = TlsConfig.builder()
                .keyStore(store, password)
                .trustStore(store, password)
                .clientCertificates(ClientCertificates.NEEDED)
                .build();
        Arrays.fill(password, 'x');
        config.reload(); // the configuration has a copy of the password
        assertTrue(config.serverEngine().getNeedClientAuth());
        assertShows(config, own);
        assertBad(TlsConfig.builder().keyStore(store, "wrong".toCharArray()), store, "password is wrong");
        assertBad(TlsConfig.builder().trustStore(store, "wrong".toCharArray()), store, "password is wrong");
    }

    @Test
    public void fromAReadyContext() throws Exception {
        SSLContext ready = SSLContext.getDefault();
        TlsConfig config = TlsConfig.builder().sslContext(ready).build();
        config.reload();
        assertTrue(config.hasCertificate());
        assertEquals(config.clientEngine("localhost", 1).getPeerHost(), "localhost");
        expectThrows(
                IllegalStateException.class,
                () -> TlsConfig.builder().sslContext(ready).trust(trusted).build());
    }

    @Test
    public void badFilesAreNamed() throws Exception {
        Path missing = directory.resolve("missing.pem");
        Path chain = file(ec.chainPem());
        Path key = file(ec.keyPem());
        Path empty = file("");
        Path noBase64 = file("-----BEGIN CERTIFICATE-----\n%%%\n-----END CERTIFICATE-----\n");
        Path noCertificate = file("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertBad(TlsConfig.builder().certificate(missing, key), missing, "no such file");
        assertBad(TlsConfig.builder().certificate(chain, missing), missing, "no such file");
        assertBad(TlsConfig.builder().certificate(empty, key), empty, "no certificate in it");
        assertBad(TlsConfig.builder().certificate(chain, empty), empty, "no private key in it");
        assertBad(TlsConfig.builder().certificate(noBase64, key), noBase64, "not base64");
        assertBad(TlsConfig.builder().certificate(noCertificate, key), noCertificate, "cannot be read");
        assertBad(TlsConfig.builder().certificate(directory, key), directory, "cannot be read");
        assertBad(TlsConfig.builder().trust(missing), missing, "no such file");
        assertBad(TlsConfig.builder().trust(key), key, "no certificate in it");
        assertBad(TlsConfig.builder().keyStore(missing, new char[0]), missing, "no such file");
        assertBad(TlsConfig.builder().keyStore(key, new char[0]), key, "not a key store");
    }

    @Test
    public void theKeyMustFit() throws Exception {
        Path chain = file(ec.chainPem());
        Path other = file(authority.issue("EC", "localhost").keyPem());
        Path otherType = file(rsa.keyPem());
        assertBad(TlsConfig.builder().certificate(chain, other), other, "does not fit the certificate");
        assertBad(TlsConfig.builder().certificate(chain, otherType), otherType, "does not fit the certificate");
    }

    @Test
    public void oldKeysNeedToBeConverted() throws Exception {
        Path chain = file(rsa.chainPem());
        for (String label : new String[] {"RSA PRIVATE KEY", "EC PRIVATE KEY"}) {
            Path old = file(TestCertificate.pem(label, new byte[] {1, 2, 3}));
            assertBad(TlsConfig.builder().certificate(chain, old), old, "openssl pkcs8 -topk8 -nocrypt -in " + old);
        }
    }

    @Test
    public void anExpiredCertificateIsLoaded() throws Exception {
        TestCertificate expired = authority.issueExpired("EC", "localhost");
        Path file = expired.writeTo(Files.createTempFile(directory, "expired", ".pem"));
        assertTrue(TlsConfig.builder().certificate(file, file).build().hasCertificate());
    }

    @Test
    public void optionsThatMakeNoSense() {
        expectThrows(IllegalArgumentException.class, () -> TlsConfig.builder().cipherSuites());
        IllegalArgumentException suite = expectThrows(
                IllegalArgumentException.class,
                () -> TlsConfig.builder().cipherSuites("TLS_NOTHING").build());
        assertTrue(suite.getMessage().contains("TLS_NOTHING"), suite.getMessage());
        expectThrows(IllegalArgumentException.class, () -> TlsConfig.builder().reloadOnChange(Duration.ofMillis(999)));
        IllegalStateException untrusted = expectThrows(
                IllegalStateException.class,
                () -> TlsConfig.builder()
                        .clientCertificates(ClientCertificates.WANTED)
                        .build());
        assertTrue(untrusted.getMessage().contains("trust"), untrusted.getMessage());
    }

    @Test
    public void enginesAreSetUp() {
        TlsConfig config = TlsConfig.builder().versions(TlsVersion.TLS_1_2).build();
        SSLEngine client = config.clientEngine("some.host", 9090);
        assertEquals(client.getSSLParameters().getEndpointIdentificationAlgorithm(), "HTTPS");
        assertEquals(client.getSSLParameters().getServerNames().toString(), "[type=host_name (0), value=some.host]");
        assertEquals(client.getEnabledProtocols(), new String[] {"TLSv1.2"});
        assertEquals(client.getPeerPort(), 9090);
        assertNull(config.clientEngine("10.0.0.1", 9090).getSSLParameters().getServerNames());
        assertNull(config.clientEngine("::1", 9090).getSSLParameters().getServerNames());
        TlsConfig trusting = TlsConfig.builder().verifyHostName(false).build();
        assertEquals(trusting.clientEngine("h", 1).getSSLParameters().getEndpointIdentificationAlgorithm(), null);
        assertEquals(trusting.clientEngine("h", 1).getEnabledProtocols(), new String[] {"TLSv1.2", "TLSv1.3"});
        assertFalse(trusting.hasCertificate());
    }

    @Test
    public void reloadTakesWhatIsThereNowOrKeepsWhatWasThere() throws Exception {
        Path file = rsa.writeTo(Files.createTempFile(directory, "own", ".pem"));
        TlsConfig config = TlsConfig.builder().certificate(file, file).build();
        ec.writeTo(file);
        assertShows(config, rsa);
        config.reload();
        assertShows(config, ec);
        Files.writeString(file, "nothing");
        assertTrue(expectThrows(IllegalArgumentException.class, config::reload)
                .getMessage()
                .contains(file.toString()));
        assertShows(config, ec);
    }

    @Test
    public void changedFilesAreNoticedOncePerInterval() throws Exception {
        AtomicLong now = new AtomicLong();
        Path file = rsa.writeTo(Files.createTempFile(directory, "own", ".pem"));
        TlsConfig config = TlsConfig.builder()
                .certificate(file, file)
                .reloadOnChange(Duration.ofSeconds(5))
                .clock(now::get)
                .build();
        ec.writeTo(file);
        now.set(TimeUnit.MILLISECONDS.toNanos(4_999));
        assertShows(config, rsa);
        now.set(TimeUnit.SECONDS.toNanos(5));
        assertShows(config, ec);
        Files.delete(file);
        now.set(TimeUnit.SECONDS.toNanos(10));
        assertShows(config, ec);
        TestCertificate next = authority.issue("EC", "localhost");
        next.writeTo(file);
        now.set(TimeUnit.SECONDS.toNanos(15));
        assertNotSame(next, ec);
        assertShows(config, next);
    }

    private static void assertBad(TlsConfig.Builder builder, Path file, String reason) {
        IllegalArgumentException bad = expectThrows(IllegalArgumentException.class, builder::build);
        String message = bad.getMessage();
        assertTrue(message.startsWith(file + ": "), message);
        assertTrue(message.contains(reason), message);
        assertFalse(message.contains(SECRET) || message.contains("wrong\""), message);
    }

    /** Asserts which certificate a server shows, by a handshake. */
    private void assertShows(TlsConfig config, TestCertificate expected) throws IOException {
        Path any = ec.writeTo(directory.resolve("client.pem"));
        SSLEngine client =
                TlsConfig.builder().trust(trusted).certificate(any, any).build().clientEngine("localhost", 1);
        Engines.shakeHands(client, config.serverEngine());
        X509Certificate shown = (X509Certificate) client.getSession().getPeerCertificates()[0];
        assertEquals(shown, expected.certificate());
    }

    private static String encrypted(TestCertificate own, ASN1ObjectIdentifier scheme) throws Exception {
        OutputEncryptor encryptor = new JcePKCSPBEOutputEncryptorBuilder(scheme)
                .setProvider(new BouncyCastleProvider())
                .setPRF(new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE))
                .build(SECRET.toCharArray());
        byte[] der = new JcaPKCS8EncryptedPrivateKeyInfoBuilder(own.key())
                .build(encryptor)
                .getEncoded();
        return TestCertificate.pem("ENCRYPTED PRIVATE KEY", der);
    }
}
