package io.grizzlythrift.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority that issues certificates for tests. Tests of other modules use it too. */
public final class TestAuthority {
    private static final Duration DAY = Duration.ofDays(1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final X500Name name;
    private final KeyPair keys;
    private final X509Certificate certificate;

    /**
     * Creates an authority with a new key and a self-signed certificate.
     *
     * @param commonName its name
     */
    public TestAuthority(String commonName) {
        name = new X500Name("CN=" + commonName);
        keys = newKeys("EC");
        certificate = sign(name, keys, Instant.now().plus(DAY), true, List.of());
    }

    /** {@return the self-signed certificate of the authority} */
    public X509Certificate certificate() {
        return certificate;
    }

    /** Writes the certificate of the authority to a PEM file. */
    public Path writeTo(Path file) throws IOException {
        return Files.writeString(file, TestCertificate.pem("CERTIFICATE", encoded(certificate)));
    }

    /** Issues a valid certificate with a new RSA, EC or Ed25519 key. */
    public TestCertificate issue(String algorithm, String... hosts) {
        return issue(algorithm, Instant.now().plus(DAY), hosts);
    }

    /** Issues a certificate that expired an hour ago. */
    public TestCertificate issueExpired(String algorithm, String... hosts) {
        return issue(algorithm, Instant.now().minus(Duration.ofHours(1)), hosts);
    }

    private TestCertificate issue(String algorithm, Instant end, String... hosts) {
        KeyPair pair = newKeys(algorithm);
        X509Certificate issued = sign(new X500Name("CN=" + hosts[0]), pair, end, false, List.of(hosts));
        return new TestCertificate(issued, pair.getPrivate(), certificate);
    }

    private X509Certificate sign(X500Name subject, KeyPair pair, Instant end, boolean authority, List<String> hosts) {
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    new BigInteger(64, RANDOM),
                    Date.from(Instant.now().minus(DAY.multipliedBy(2))),
                    Date.from(end),
                    subject,
                    pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (!hosts.isEmpty()) {
                GeneralName[] names =
                        hosts.stream().map(TestAuthority::hostName).toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns an alternative name: a host, an address, a URI, or an address of mail. */
    private static GeneralName hostName(String host) {
        if (host.contains("://")) {
            return new GeneralName(GeneralName.uniformResourceIdentifier, host);
        }
        if (host.contains("@")) {
            return new GeneralName(GeneralName.rfc822Name, host);
        }
        boolean address = Character.isDigit(host.charAt(0));
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
    }

    private static KeyPair newKeys(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(
                    switch (algorithm) {
                        case "RSA" -> 2048;
                        case "Ed25519" -> 255;
                        default -> 256;
                    });
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
