package io.grizzlythrift.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Opens key store files, creates key stores in memory for the contents of PEM files, and searches their entries. */
final class KeyStores {
    private KeyStores() {}

    /** {@return a new, empty key store in memory} */
    static KeyStore inMemory() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            return store;
        } catch (IOException e) {
            throw new KeyStoreException(e);
        }
    }

    /**
     * Opens a key store file of any type that the JDK supports.
     *
     * @throws IllegalArgumentException if it cannot be opened, with the path and the reason
     */
    static KeyStore open(Path path, FilePassword password) {
        if (!Files.exists(path)) {
            throw FileErrors.of(path, "no such file");
        }
        try {
            return KeyStore.getInstance(path.toFile(), password.characters());
        } catch (IOException e) {
            boolean wrongPassword = e.getCause() instanceof UnrecoverableKeyException;
            throw FileErrors.of(path, wrongPassword ? "the password is wrong" : "cannot be read: " + e.getMessage(), e);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw FileErrors.of(path, "not a key store of a known type (PKCS12, JKS): " + e.getMessage(), e);
        }
    }

    /** {@return the certificates for which the store has the private key} */
    static List<X509Certificate> certificatesWithKey(KeyStore store) throws GeneralSecurityException {
        List<X509Certificate> withKey = new ArrayList<>();
        for (String alias : Collections.list(store.aliases())) {
            if (store.isKeyEntry(alias) && store.getCertificate(alias) instanceof X509Certificate own) {
                withKey.add(own);
            }
        }
        return withKey;
    }

    static boolean hasTrustedCertificate(KeyStore store) throws GeneralSecurityException {
        for (String alias : Collections.list(store.aliases())) {
            if (store.isCertificateEntry(alias)) {
                return true;
            }
        }
        return false;
    }
}
