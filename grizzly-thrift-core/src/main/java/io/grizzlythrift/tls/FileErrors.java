package io.grizzlythrift.tls;

import java.nio.file.Path;

/** Exceptions for certificate and key files. Each message starts with the path of the file, followed by the reason. */
final class FileErrors {
    private FileErrors() {}

    static IllegalArgumentException of(Path path, String reason) {
        return new IllegalArgumentException(path + ": " + reason);
    }

    static IllegalArgumentException of(Path path, String reason, Exception cause) {
        return new IllegalArgumentException(path + ": " + reason, cause);
    }
}
