package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates a peer may show. */
interface Trust {
    /** The JDK's own authorities. */
    Trust DEFAULT = () -> {
        try {
            return managers(null);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the JDK's trusted certificates cannot be read: " + e.getMessage(), e);
        }
    };

    /** Loads them anew. */
    TrustManager[] load();

    /** The files that they are loaded from. */
    default List<Path> files() {
        return List.of();
    }

    /** A PEM file of any number of certificates. */
    record Pem(Path path) implements Trust {
        @Override
        public TrustManager[] load() {
            List<X509Certificate> certificates = PemFile.read(path).certificates();
            try {
                KeyStore store = Stores.empty();
                for (int i = 0; i < certificates.size(); i++) {
                    Stores.warnIfExpired(certificates.get(i), path);
                    store.setCertificateEntry("trusted-" + i, certificates.get(i));
                }
                return managers(store);
            } catch (GeneralSecurityException e) {
                throw Source.bad(path, "its certificates cannot be used: " + e.getMessage(), e);
            }
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }
    }

    /** A key store. */
    record Store(Path path, Password password) implements Trust {
        @Override
        public TrustManager[] load() {
            KeyStore store = Stores.open(path, password);
            try {
                if (!Stores.hasTrusted(store)) {
                    throw Source.bad(path, "no trusted certificate in it");
                }
                return managers(store);
            } catch (GeneralSecurityException e) {
                throw Source.bad(path, "its certificates cannot be used: " + e.getMessage(), e);
            }
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }
    }

    private static TrustManager[] managers(KeyStore storeOrDefault) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(storeOrDefault);
        return factory.getTrustManagers();
    }
}
