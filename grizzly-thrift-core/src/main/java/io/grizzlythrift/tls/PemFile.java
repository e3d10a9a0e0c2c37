package io.grizzlythrift.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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

/**
 * Certificates and private keys in a PEM file (RFC 7468). Text outside of its blocks is ignored. If the file is
 * invalid, each method throws an {@link IllegalArgumentException} with the path and the reason.
 */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final String ENCRYPTED_KEY = "ENCRYPTED PRIVATE KEY";

    /** Ends the label of a key that is not PKCS#8: each algorithm (RSA, EC, DSA) has its own format and label. */
    private static final String OTHER_KEY_SUFFIX = " PRIVATE KEY";

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

    /** Reads a file. The other methods decode its blocks. */
    static PemFile read(Path path) {
        try {
            return new PemFile(path, Files.readString(path, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            throw FileErrors.of(path, "no such file", e);
        } catch (IOException e) {
            throw FileErrors.of(path, "cannot be read: " + e, e);
        }
    }

    /** {@return all certificates, at least one, in the order of the file} */
    List<X509Certificate> certificates() {
        List<X509Certificate> parsed = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label().equals(CERTIFICATE)) {
                parsed.add(certificate(block));
            }
        }
        if (parsed.isEmpty()) {
            throw FileErrors.of(path, "no certificate in it: no block BEGIN CERTIFICATE");
        }
        return parsed;
    }

    private X509Certificate certificate(Block block) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der(block)));
        } catch (CertificateException e) {
            throw FileErrors.of(path, "a certificate in it cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Decodes the first private key.
     *
     * @param algorithm the algorithm of the public key in the certificate
     * @param password decrypts the key if it is encrypted
     */
    PrivateKey privateKey(String algorithm, FilePassword password) {
        for (Block block : blocks) {
            if (block.label().equals(KEY)) {
                return privateKey(der(block), algorithm);
            }
            if (block.label().equals(ENCRYPTED_KEY)) {
                return privateKey(decrypt(der(block), password), algorithm);
            }
            if (block.label().endsWith(OTHER_KEY_SUFFIX)) {
                throw FileErrors.of(
                        path,
                        "'" + block.label()
                                + "' is not a PKCS#8 key; convert it with: openssl pkcs8 -topk8 -nocrypt -in " + path
                                + " -out NEW_FILE");
            }
        }
        throw FileErrors.of(path, "no private key in it: no block BEGIN PRIVATE KEY or BEGIN ENCRYPTED PRIVATE KEY");
    }

    private PrivateKey privateKey(byte[] der, String algorithm) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw FileErrors.of(
                    path, "the private key does not fit the certificate: it is not of type " + algorithm, e);
        }
    }

    private byte[] decrypt(byte[] der, FilePassword password) {
        if (password.isEmpty()) {
            throw FileErrors.of(path, "the private key is encrypted, and no password was given");
        }
        try {
            EncryptedPrivateKeyInfo info = new EncryptedPrivateKeyInfo(der);
            AlgorithmParameters parameters = info.getAlgParameters();
            // For PBES2, the name does not tell the scheme; the parameters, as text, are the JDK's name for it.
            String scheme = info.getAlgName().startsWith("PBEWith") ? info.getAlgName() : String.valueOf(parameters);
            Key key = SecretKeyFactory.getInstance(scheme).generateSecret(new PBEKeySpec(password.characters()));
            Cipher cipher = Cipher.getInstance(scheme);
            cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            // facts.md#a-wrong-password-may-decrypt
            // Also checks that the result is a key: one wrong password in about 256 decrypts to bytes with valid
            // padding.
            return info.getKeySpec(cipher).getEncoded();
        } catch (GeneralSecurityException | IOException e) {
            throw FileErrors.of(
                    path,
                    "the private key cannot be decrypted; is the password right? ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
    }

    private byte[] der(Block block) {
        try {
            return Base64.getDecoder().decode(WHITE_SPACE.matcher(block.body()).replaceAll(""));
        } catch (IllegalArgumentException e) {
            throw FileErrors.of(path, "the block " + block.label() + " is not base64: " + e.getMessage(), e);
        }
    }
}
