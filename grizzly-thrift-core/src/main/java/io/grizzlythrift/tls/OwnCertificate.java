package io.grizzlythrift.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** The certificate that this side presents to its peers, with its private key, and the source to load them from. */
interface OwnCertificate {
    /** No certificate: enough for a client whose server does not ask for one. */
    OwnCertificate NONE = () -> new KeyManager[0];

    /**
     * Reads the files on each call.
     *
     * @throws IllegalArgumentException if a file is invalid, with its path and the reason
     */
    KeyManager[] load();

    /** {@return the files that {@link #load} reads} */
    default List<Path> files() {
        return List.of();
    }

    /** Certificate chain and private key in two PEM files, or both in one. */
    record InPem(Path chain, Path key, FilePassword password) implements OwnCertificate {
        private static final byte[] PROBE = {1, 2, 3, 4};

        @Override
        public KeyManager[] load() {
            List<X509Certificate> certificates = PemFile.read(chain).certificates();
            X509Certificate own = certificates.get(0);
            PrivateKey privateKey =
                    PemFile.read(key).privateKey(own.getPublicKey().getAlgorithm(), password);
            requireMatch(own, privateKey);
            ExpiryWarning.logIfExpired(own, chain);
            try {
                KeyStore store = KeyStores.inMemory();
                store.setKeyEntry(
                        "own", privateKey, password.characters(), certificates.toArray(X509Certificate[]::new));
                return keyManagers(store, password);
            } catch (GeneralSecurityException e) {
                throw FileErrors.of(chain, "certificate and key cannot be used: " + e.getMessage(), e);
            }
        }

        /**
         * Signs with the private key and verifies with the certificate. The JDK does not check that they match: with
         * the wrong key, every handshake would fail.
         */
        private void requireMatch(X509Certificate own, PrivateKey privateKey) {
            String algorithm = switch (privateKey.getAlgorithm()) {
                case "RSA" -> "SHA256withRSA";
                case "EC" -> "SHA256withECDSA";
                default -> privateKey.getAlgorithm();
            };
            try {
                Signature signer = Signature.getInstance(algorithm);
                signer.initSign(privateKey);
                signer.update(PROBE);
                byte[] signature = signer.sign();
                Signature verifier = Signature.getInstance(algorithm);
                verifier.initVerify(own.getPublicKey());
                verifier.update(PROBE);
                if (verifier.verify(signature)) {
                    return;
                }
            } catch (GeneralSecurityException e) {
                throw FileErrors.of(key, "the private key does not fit the certificate in " + chain, e);
            }
            throw FileErrors.of(key, "the private key does not fit the certificate in " + chain);
        }

        @Override
        public List<Path> files() {
            return List.of(chain, key);
        }
    }

    /** Certificates and private keys in a key store. If there are several, the JDK picks one that suits the peer. */
    record InKeyStore(Path path, FilePassword password) implements OwnCertificate {
        @Override
        public KeyManager[] load() {
            KeyStore store = KeyStores.open(path, password);
            try {
                List<X509Certificate> own = KeyStores.certificatesWithKey(store);
                if (own.isEmpty()) {
                    throw FileErrors.of(path, "no private key in it");
                }
                own.forEach(certificate -> ExpiryWarning.logIfExpired(certificate, path));
                return keyManagers(store, password);
            } catch (GeneralSecurityException e) {
                throw FileErrors.of(
                        path,
                        "its key cannot be read; is its password that of the store? ("
                                + e.getClass().getSimpleName() + ")",
                        e);
            }
        }

        @Override
        public List<Path> files() {
            return List.of(path);
        }
    }

    private static KeyManager[] keyManagers(KeyStore store, FilePassword password) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password.characters());
        return factory.getKeyManagers();
    }
}
