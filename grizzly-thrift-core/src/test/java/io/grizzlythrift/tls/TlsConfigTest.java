package io.grizzlythrift.tls;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.EncryptedPrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEOutputEncryptorBuilder;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests loading and reloading of certificates and keys, the options of the engines, and the messages for invalid input.
 */
public class TlsConfigTest {
    private static final String SECRET = "correct horse";

    private final TestAuthority authority = new TestAuthority("authority");
    private final TestCertificate rsa = authority.issue("RSA", "localhost");
    private final TestCertificate ec = authority.issue("EC", "localhost");
    private final TestCertificate ed25519 = authority.issue("Ed25519", "localhost");
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
        return new Object[][] {{rsa}, {ec}, {ed25519}};
    }

    @Test(dataProvider = "certificates")
    public void loadsPem(TestCertificate own) throws Exception {
        Path chain = file("text before\n" + own.chainPem().replace("\n", "\r\n") + "- and after -");
        assertPresents(
                TlsConfig.builder().certificate(chain, file(own.keyPem())).build(), own);
    }

    @Test(dataProvider = "certificates")
    public void loadsCertificateAndKeyFromOneFile(TestCertificate own) throws Exception {
        Path both = own.writeTo(Files.createTempFile(directory, "both", ".pem"));
        assertPresents(TlsConfig.builder().certificate(both, both).build(), own);
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
    public void loadsEncryptedKeys(TestCertificate own, ASN1ObjectIdentifier scheme) throws Exception {
        Path chain = file(own.chainPem());
        Path key = file(encrypted(own.key().getEncoded(), scheme));
        assertPresents(
                TlsConfig.builder()
                        .certificate(chain, key, SECRET.toCharArray())
                        .build(),
                own);
        assertBad(TlsConfig.builder().certificate(chain, key), key, "encrypted, and no password");
        assertBad(TlsConfig.builder().certificate(chain, key, "wrong".toCharArray()), key, "is the password right");
    }

    /** By chance, a wrong password decrypts a key to other bytes instead of failing. */
    @Test(dataProvider = "schemes")
    public void asksForThePasswordIfTheDecryptedBytesAreNoKey(TestCertificate own, ASN1ObjectIdentifier scheme)
            throws Exception {
        Path key = file(encrypted(new byte[] {1, 2, 3}, scheme));
        assertBad(
                TlsConfig.builder().certificate(file(own.chainPem()), key, SECRET.toCharArray()),
                key,
                "is the password right");
    }

    @DataProvider
    Object[][] storeTypes() {
        return new Object[][] {{rsa, "PKCS12"}, {ec, "PKCS12"}, {rsa, "JKS"}};
    }

    @Test(dataProvider = "storeTypes")
    public void loadsKeyStores(TestCertificate own, String type) throws Exception {
        char[] password = SECRET.toCharArray();
        Path store = own.writeStore(Files.createTempFile(directory, "store", "." + type), type, password);
        TlsConfig config = TlsConfig.builder()
                .keyStore(store, password)
                .trustStore(store, password)
                .clientCertificates(ClientCertificates.NEEDED)
                .build();
        Arrays.fill(password, 'x');
        config.reload(); // uses its copy of the password
        assertTrue(serverEngine(config).getNeedClientAuth());
        assertPresents(config, own);
        assertBad(TlsConfig.builder().keyStore(store, "wrong".toCharArray()), store, "password is wrong");
        assertBad(TlsConfig.builder().trustStore(store, "wrong".toCharArray()), store, "password is wrong");
    }

    @Test
    public void usesAReadyContext() throws Exception {
        SSLContext ready = SSLContext.getDefault();
        TlsConfig config = TlsConfig.builder().sslContext(ready).build();
        config.reload();
        assertTrue(config.hasCertificate());
        assertEquals(clientEngine(config, "localhost", 1).getPeerHost(), "localhost");
        expectThrows(
                IllegalStateException.class,
                () -> TlsConfig.builder().sslContext(ready).trust(trusted).build());
    }

    @Test
    public void asksForTheContextOfEachHandshake() throws Exception {
        AtomicReference<SSLContext> current = new AtomicReference<>(SSLContext.getDefault());
        TlsConfig config = TlsConfig.builder().sslContext(current::get).build();
        SSLContext renewed = SSLContext.getInstance("TLS");
        renewed.init(null, null, null);
        current.set(renewed);
        assertSame(config.currentContext(), renewed);
    }

    @Test
    public void errorsNameTheFile() throws Exception {
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
    public void rejectsAKeyOfAnotherCertificate() throws Exception {
        Path chain = file(ec.chainPem());
        Path other = file(authority.issue("EC", "localhost").keyPem());
        Path otherType = file(rsa.keyPem());
        assertBad(TlsConfig.builder().certificate(chain, other), other, "does not fit the certificate");
        assertBad(TlsConfig.builder().certificate(chain, otherType), otherType, "does not fit the certificate");
    }

    @Test
    public void explainsHowToConvertOtherKeyFormats() throws Exception {
        Path chain = file(rsa.chainPem());
        for (String label : new String[] {"RSA PRIVATE KEY", "EC PRIVATE KEY"}) {
            Path old = file(TestCertificate.pem(label, new byte[] {1, 2, 3}));
            assertBad(TlsConfig.builder().certificate(chain, old), old, "openssl pkcs8 -topk8 -nocrypt -in " + old);
        }
    }

    @Test
    public void loadsAnExpiredCertificate() throws Exception {
        TestCertificate expired = authority.issueExpired("EC", "localhost");
        Path file = expired.writeTo(Files.createTempFile(directory, "expired", ".pem"));
        assertTrue(TlsConfig.builder().certificate(file, file).build().hasCertificate());
    }

    @Test
    public void rejectsInvalidOptions() {
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
    public void appliesOptionsToEngines() {
        TlsConfig config = TlsConfig.builder().versions(TlsVersion.TLS_1_2).build();
        SSLEngine client = clientEngine(config, "some.host", 9090);
        assertEquals(client.getSSLParameters().getEndpointIdentificationAlgorithm(), "HTTPS");
        assertEquals(client.getSSLParameters().getServerNames().toString(), "[type=host_name (0), value=some.host]");
        assertEquals(client.getEnabledProtocols(), new String[] {"TLSv1.2"});
        assertEquals(client.getPeerPort(), 9090);
        assertNull(clientEngine(config, "10.0.0.1", 9090).getSSLParameters().getServerNames());
        assertNull(clientEngine(config, "::1", 9090).getSSLParameters().getServerNames());
        TlsConfig trusting = TlsConfig.builder().verifyHostName(false).build();
        assertEquals(clientEngine(trusting, "h", 1).getSSLParameters().getEndpointIdentificationAlgorithm(), null);
        assertEquals(clientEngine(trusting, "h", 1).getEnabledProtocols(), new String[] {"TLSv1.2", "TLSv1.3"});
        assertFalse(trusting.hasCertificate());
    }

    @Test
    public void keepsTheOldCertificateIfAReloadFails() throws Exception {
        Path file = rsa.writeTo(Files.createTempFile(directory, "own", ".pem"));
        TlsConfig config = TlsConfig.builder().certificate(file, file).build();
        ec.writeTo(file);
        assertPresents(config, rsa);
        config.reload();
        assertPresents(config, ec);
        Files.writeString(file, "nothing");
        assertTrue(expectThrows(IllegalArgumentException.class, config::reload)
                .getMessage()
                .contains(file.toString()));
        assertPresents(config, ec);
    }

    @Test
    public void checksFilesOncePerInterval() throws Exception {
        AtomicLong now = new AtomicLong();
        Path file = rsa.writeTo(Files.createTempFile(directory, "own", ".pem"));
        TlsConfig config = TlsConfig.builder()
                .certificate(file, file)
                .reloadOnChange(Duration.ofSeconds(5))
                .clock(now::get)
                .build();
        ec.writeTo(file);
        now.set(TimeUnit.MILLISECONDS.toNanos(4_999));
        assertPresents(config, rsa);
        now.set(TimeUnit.SECONDS.toNanos(5));
        assertPresents(config, ec);
        Files.delete(file);
        now.set(TimeUnit.SECONDS.toNanos(10));
        assertPresents(config, ec);
        TestCertificate next = authority.issue("EC", "localhost");
        next.writeTo(file);
        now.set(TimeUnit.SECONDS.toNanos(15));
        assertNotSame(next, ec);
        assertPresents(config, next);
    }

    private static SSLEngine serverEngine(TlsConfig config) {
        return new TlsEngineFactory(config).createServerEngine();
    }

    private static SSLEngine clientEngine(TlsConfig config, String host, int port) {
        return new TlsEngineFactory(config).createClientEngine(host, port);
    }

    private static void assertBad(TlsConfig.Builder builder, Path file, String reason) {
        IllegalArgumentException bad = expectThrows(IllegalArgumentException.class, builder::build);
        String message = bad.getMessage();
        assertTrue(message.startsWith(file + ": "), message);
        assertTrue(message.contains(reason), message);
        assertFalse(message.contains(SECRET) || message.contains("wrong\""), message);
    }

    /** Asserts which certificate a server presents in a handshake. */
    private void assertPresents(TlsConfig config, TestCertificate expected) throws IOException {
        Path any = ec.writeTo(directory.resolve("client.pem"));
        SSLEngine client = clientEngine(
                TlsConfig.builder().trust(trusted).certificate(any, any).build(), "localhost", 1);
        InMemoryHandshake.run(client, serverEngine(config));
        X509Certificate presented = (X509Certificate) client.getSession().getPeerCertificates()[0];
        assertEquals(presented, expected.certificate());
    }

    private static String encrypted(byte[] secret, ASN1ObjectIdentifier scheme) throws Exception {
        OutputEncryptor encryptor = new JcePKCSPBEOutputEncryptorBuilder(scheme)
                .setProvider(new BouncyCastleProvider())
                .setPRF(new AlgorithmIdentifier(PKCSObjectIdentifiers.id_hmacWithSHA256, DERNull.INSTANCE))
                .build(SECRET.toCharArray());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream encrypting = encryptor.getOutputStream(bytes)) {
            encrypting.write(secret);
        }
        byte[] der = new EncryptedPrivateKeyInfo(encryptor.getAlgorithmIdentifier(), bytes.toByteArray()).getEncoded();
        return TestCertificate.pem("ENCRYPTED PRIVATE KEY", der);
    }
}
