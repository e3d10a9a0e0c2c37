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

/** Where the own certificate and its key come from. */
interface Identity {
    /** None of its own. */
    Identity NONE = () -> new KeyManager[0];

    /** Loads them anew. */
    KeyManager[] load();

    /** The files that they are loaded from. */
    default List<Path> files() {
        return List.of();
    }

    /** Two PEM files, or one that holds both. */
    record Pem(Path chain, Path key, Password password) implements Identity {
        private static final byte[] PROBE = {1, 2, 3, 4};

        @Override
        public KeyManager[] load() {
            List<X509Certificate> certificates = PemFile.read(chain).certificates();
            X509Certificate own = certificates.get(0);
            PrivateKey privateKey =
                    PemFile.read(key).privateKey(own.getPublicKey().getAlgorithm(), password);
            requireFit(own, privateKey);
            Stores.warnIfExpired(own, chain);
            try {
                KeyStore store = Stores.empty();
                store.setKeyEntry(
                        "own", privateKey, password.characters(), certificates.toArray(X509Certificate[]::new));
                return managers(store, password);
            } catch (GeneralSecurityException e) {
                throw Source.bad(chain, "certificate and key cannot be used: " + e.getMessage(), e);
            }
        }

        private void requireFit(X509Certificate own, PrivateKey privateKey) {
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
                throw Source.bad(key, "the private key does not fit the certificate in " + chain, e);
            }
            throw Source.bad(key, "the private key does not fit the certificate in " + chain);
        }

        @Override
        public List<Path> files() {
            return List.of(chain, key);
        }
    }

    /** A key store. */
    record Store(Path path, Password password) implements Identity {
        @Override
        public KeyManager[] load() {
            KeyStore store = Stores.open(path, password);
            try {
                List<X509Certificate> own = Stores.keyCertificates(store);
                if (own.isEmpty()) {
                    throw Source.bad(path, "no private key in it");
                }
                own.forEach(certificate -> Stores.warnIfExpired(certificate, path));
                return managers(store, password);
            } catch (GeneralSecurityException e) {
                throw Source.bad(
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

    private static KeyManager[] managers(KeyStore store, Password password) throws GeneralSecurityException {
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, password.characters());
        return factory.getKeyManagers();
    }
}
