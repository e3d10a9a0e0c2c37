package io.grizzlythrift.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** The blocks of a PEM file (RFC 7468). Text around them is passed over. */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern WHITE = Pattern.compile("\\s+");

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";

    /** The form of keys before PKCS#8, one label for each algorithm: RSA, EC, DSA. */
    private static final String OLD_KEY_SUFFIX = " PRIVATE KEY";

    private record Block(String label, String body) {}

    private final Path path;
    private final List<Block> blocks = new ArrayList<>();

    private PemFile(Path path, String text) {
        this.path = path;
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
    }

    static PemFile read(Path path) {
        return new PemFile(path, new String(Source.read(path), StandardCharsets.ISO_8859_1));
    }

    /** All certificates, in the order of the file; at least one. */
    List<X509Certificate> certificates() {
        List<X509Certificate> found = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label().equals(CERTIFICATE)) {
                found.add(certificate(block));
            }
        }
        if (found.isEmpty()) {
            throw Source.bad(path, "no certificate in it: no block BEGIN CERTIFICATE");
        }
        return found;
    }

    private X509Certificate certificate(Block block) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der(block)));
        } catch (CertificateException e) {
            throw Source.bad(path, "a certificate in it cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * The one private key.
     *
     * @param algorithm that of the public key of the certificate
     * @param password decrypts it, if it is encrypted
     */
    PrivateKey privateKey(String algorithm, Password password) {
        for (Block block : blocks) {
            if (block.label().equals(KEY)) {
                return privateKey(der(block), algorithm);
            }
            if (block.label().equals(ENCRYPTED_KEY)) {
                return privateKey(decrypted(der(block), password), algorithm);
            }
            if (block.label().endsWith(OLD_KEY_SUFFIX)) {
                throw Source.bad(
                        path,
                        "'" + block.label()
                                + "' is not a PKCS#8 key; convert it with: openssl pkcs8 -topk8 -nocrypt -in " + path
                                + " -out NEW_FILE");
            }
        }
        throw Source.bad(path, "no private key in it: no block BEGIN PRIVATE KEY or BEGIN ENCRYPTED PRIVATE KEY");
    }

    private PrivateKey privateKey(byte[] der, String algorithm) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw Source.bad(path, "the private key does not fit the certificate: it is not of type " + algorithm, e);
        }
    }

    private byte[] decrypted(byte[] der, Password password) {
        if (password.isEmpty()) {
            throw Source.bad(path, "the private key is encrypted, and no password was given");
        }
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            AlgorithmParameters parameters = info.getAlgParameters();
            // Of PBES2, the general name says nothing: the JDK spells the scheme in the text of its parameters.
            String scheme = info.getAlgName().startsWith("PBEWith") ? info.getAlgName() : String.valueOf(parameters);
            Key key = SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(password.characters()));
            Cipher cipher = Cipher.getInstance(scheme);
            cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            return cipher.doFinal(info.getEncryptedData());
        } catch (GeneralSecurityException | IOException e) {
            throw Source.bad(
                    path,
                    "the private key cannot be decrypted; is the password right? ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
    }

    private byte[] der(Block block) {
        try {
            return Base64.getDecoder().decode(WHITE.matcher(block.body()).replaceAll(""));
        } catch (IllegalArgumentException e) {
            throw Source.bad(path, "the block " + block.label() + " is not base64: " + e.getMessage(), e);
        }
    }
}
