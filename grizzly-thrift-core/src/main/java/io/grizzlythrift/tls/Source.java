package io.grizzlythrift.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** A file that keys or certificates come from: errors that name it, and whether it has changed. */
final class Source {
    /** What a file was like when it was looked at. A missing one is like no other. */
    record Stamp(Path path, FileTime modified, long size) {
        private static final FileTime NEVER = FileTime.fromMillis(Long.MIN_VALUE);

        static Stamp of(Path path) {
            try {
                return new Stamp(path, Files.getLastModifiedTime(path), Files.size(path));
            } catch (IOException e) {
                return new Stamp(path, NEVER, -1);
            }
        }
    }

    private Source() {}

    static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            throw bad(path, "no such file", e);
        } catch (IOException e) {
            throw bad(path, "cannot be read: " + e, e);
        }
    }

    static IllegalArgumentException bad(Path path, String reason, Exception cause) {
        return new IllegalArgumentException(path + ": " + reason, cause);
    }

    static IllegalArgumentException bad(Path path, String reason) {
        return new IllegalArgumentException(path + ": " + reason);
    }
}
