package io.grizzlythrift.tls;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A certificate, its private key, and the certificate of the authority that issued it. */
public record TestCertificate(X509Certificate certificate, PrivateKey key, X509Certificate authority) {
    /** Writes the certificate, that of the authority, and the key to one PEM file. */
    public Path writeTo(Path file) throws IOException {
        return Files.writeString(file, chainPem() + keyPem());
    }

    /** {@return the certificate alone} */
    public String certificatePem() {
        return pem("CERTIFICATE", TestAuthority.encoded(certificate));
    }

    /** {@return the certificate, followed by that of the authority} */
    public String chainPem() {
        return certificatePem() + pem("CERTIFICATE", TestAuthority.encoded(authority));
    }

    /** {@return the key, PKCS#8, not encrypted} */
    public String keyPem() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /** Writes a key store with the certificate, its key, and the authority as a trusted certificate. */
    public Path writeStore(Path file, String type, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        store.setKeyEntry("own", key, password, new Certificate[] {certificate, authority});
        store.setCertificateEntry("authority", authority);
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, password);
        }
        return file;
    }

    @Override
    public String toString() {
        return key.getAlgorithm();
    }

    static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
                + "\n-----END " + label + "-----\n";
    }
}
