package io.grizzlythrift.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Key stores, on disk and in memory. */
final class Stores {
    private static final Logger LOG = LoggerFactory.getLogger(TlsConfig.class);

    private Stores() {}

    static KeyStore empty() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new KeyStoreException(e);
        }
    }

    /** Opens a store of any type that the JDK knows. */
    static KeyStore open(Path path, Password password) {
        if (!Files.exists(path)) {
            throw Source.bad(path, "no such file");
        }
        try {
            return KeyStore.getInstance(path.toFile(), password.characters());
        } catch (IOException e) {
            boolean wrong = e.getCause() instanceof UnrecoverableKeyException;
            throw Source.bad(path, wrong ? "the password is wrong" : "cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw Source.bad(path, "not a key store of a known type (PKCS12, JKS): " + e.getMessage(), e);
        }
    }

    static List<X509Certificate> keyCertificates(KeyStore store) throws GeneralSecurityException {
        List<X509Certificate> found = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate own) {
                found.add(own);
            }
        }
        return found;
    }

    static boolean hasTrusted(KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isCertificateEntry(alias)) {
                return true;
            }
        }
        return false;
    }

    /** An expired certificate is not refused here: peers refuse it, and to renew it takes no restart. */
    static void warnIfExpired(X509Certificate certificate, Path path) {
        Instant end = certificate.getNotAfter().toInstant();
        if (end.isBefore(Instant.now())) {
            LOG.warn("{}: the certificate of {} expired at {}", path, certificate.getSubjectX500Principal(), end);
        }
    }
}
