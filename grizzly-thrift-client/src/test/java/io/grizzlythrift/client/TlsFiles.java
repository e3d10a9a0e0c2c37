package io.grizzlythrift.client;

import io.grizzlythrift.tls.TestAuthority;
import io.grizzlythrift.tls.TestCertificate;
import io.grizzlythrift.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An authority with a directory for its certificates, deleted when closed. */
final class TlsFiles implements AutoCloseable {
    static final String HOST = "localhost";

    private final TestAuthority authority = new TestAuthority("authority of the tests");
    private final Path directory;

    TlsFiles() throws IOException {
        directory = Files.createTempDirectory("tls");
    }

    TestAuthority authority() {
        return authority;
    }

    Path directory() {
        return directory;
    }

    /** Shows this certificate, and trusts the authority. */
    TlsConfig.Builder showing(TestCertificate own) throws IOException {
        Path file = own.writeTo(Files.createTempFile(directory, "own", ".pem"));
        return trusting().certificate(file, file);
    }

    /** Trusts the authority. */
    TlsConfig.Builder trusting() throws IOException {
        return TlsConfig.builder().trust(authority.writeTo(directory.resolve("ca.pem")));
    }

    /** For the host of the tests. */
    TestCertificate server(String algorithm) {
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
