package io.grizzlythrift.scorecard.variant;

import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate for the server under test, and that of its authority. The test process creates them, and passes their
 * folder to the processes that it starts.
 */
final class Certificates {
    private static final String PROPERTY = "scorecard.certificates";
    private static final Path FOLDER = folder();
    private static final Path AUTHORITY = FOLDER.resolve("authority.pem");
    private static final Path SERVER = FOLDER.resolve("server.pem");
    private static final SSLContext TRUSTING = newTrusting();

    private Certificates() {}

    private static Path folder() {
        String told = System.getProperty(PROPERTY);
        return told == null ? Made.FOLDER : Path.of(told);
    }

    /** {@return the JVM flag that passes the folder to a child process} */
    static String flag() {
        return "-D" + PROPERTY + "=" + FOLDER;
    }

    static TlsConfig ofServer() {
        return TlsConfig.builder().certificate(SERVER, SERVER).build();
    }

    static TlsConfig ofClient() {
        return TlsConfig.builder().trust(AUTHORITY).build();
    }

    /** {@return a context for raw peers that trusts the authority} */
    static SSLContext trusting() {
        return TRUSTING;
    }

    private static SSLContext newTrusting() {
        try (InputStream in = Files.newInputStream(AUTHORITY)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust " + AUTHORITY, e);
        }
    }

    /** The certificates that this process created; deleted when it ends. */
    private static final class Made {
        static final Path FOLDER = make();

        private static Path make() {
            try {
                Path folder = Files.createTempDirectory("scorecard");
                TestAuthority authority = new TestAuthority("authority of the scorecard");
                Path ca = authority.writeTo(folder.resolve("authority.pem"));
                Path server = authority.issue("EC", "localhost", "127.0.0.1").writeTo(folder.resolve("server.pem"));
                // Files are deleted in the reverse order of their registration.
                folder.toFile().deleteOnExit();
                ca.toFile().deleteOnExit();
                server.toFile().deleteOnExit();
                return folder;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
