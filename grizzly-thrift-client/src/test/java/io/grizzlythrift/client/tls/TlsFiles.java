package io.grizzlythrift.client.tls;

import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An authority with a directory for its certificates, which is deleted at the end. */
public final class TlsFiles implements AutoCloseable {
    public static final String HOST = "localhost";

    private final TestAuthority authority = new TestAuthority("authority of the tests");
    private final Path directory;

    public TlsFiles() throws IOException {
        directory = Files.createTempDirectory("tls");
    }

    public TestAuthority authority() {
        return authority;
    }

    public Path directory() {
        return directory;
    }

    /** Returns a config that presents this certificate and trusts the authority. */
    public TlsConfig.Builder presenting(TestCertificate own) throws IOException {
        Path file = own.writeTo(Files.createTempFile(directory, "own", ".pem"));
        return trusting().certificate(file, file);
    }

    /** Returns a config that trusts the authority. */
    public TlsConfig.Builder trusting() throws IOException {
        return TlsConfig.builder().trust(authority.writeTo(directory.resolve("ca.pem")));
    }

    /** Returns a certificate for the host of the tests. */
    public TestCertificate server(String algorithm) {
        return authority.issue(algorithm, HOST, "127.0.0.1");
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
