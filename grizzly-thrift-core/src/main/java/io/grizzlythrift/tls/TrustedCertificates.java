package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The certificates that this side trusts, and the source to load them from. */
interface TrustedCertificates {
    /** The certificate authorities that the JDK trusts. */
    TrustedCertificates OF_JDK = () -> {
        try {
            return trustManagers(null);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("cannot read the JDK's trusted certificates: " + e.getMessage(), e);
        }
    };

    /**
     * Reads the files on each call.
     *
     * @throws IllegalArgumentException if a file is invalid, with its path and the reason
     */
    TrustManager[] load();

    /** {@return the files that {@link #load} reads} */
    default List<Path> files() {
        return List.of();
    }

    /** All certificates in a PEM file. */
    record InPem(Path path) implements TrustedCertificates {
        @Override
        public TrustManager[] load() {
            List<X509Certificate> certificates = PemFile.read(path).certificates();
            try {
                KeyStore store = KeyStores.inMemory();
                for (int i = 0; i < certificates.size(); i++) {
                    ExpiryWarning.logIfExpired(certificates.get(i), path);
                    store.setCertificateEntry("trusted-" + i, certificates.get(i));
                }
                return trustManagers(store);
            } catch (GeneralSecurityException e) {
                throw FileErrors.of(path, "its certificates cannot be used: " + e.getMessage(), e);
            }
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }
    }

    /** All trusted certificates in a key store. */
    record InKeyStore(Path path, FilePassword password) implements TrustedCertificates {
        @Override
        public TrustManager[] load() {
            KeyStore store = KeyStores.open(path, password);
            try {
                if (!KeyStores.hasTrustedCertificate(store)) {
                    throw FileErrors.of(path, "no trusted certificate in it");
                }
                return trustManagers(store);
            } catch (GeneralSecurityException e) {
                throw FileErrors.of(path, "its certificates cannot be used: " + e.getMessage(), e);
            }
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }
    }

    /** @param store null for the certificate authorities of the JDK */
    private static TrustManager[] trustManagers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
