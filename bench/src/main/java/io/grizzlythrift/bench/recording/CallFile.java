package io.grizzlythrift.bench.recording;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file of calls that is being recorded. It gets its name when it is closed; until then its name ends in
 * {@code .part}, and another recording may overwrite it. So an interrupted recording leaves no file in the way. One
 * thread may use it at a time.
 */
public final class CallFile extends FilterOutputStream {
    private final Path file;
    private final Path part;
    private boolean closed;

    private CallFile(Path file, Path part, OutputStream out) {
        super(out);
        this.file = file;
        this.part = part;
    }

    /**
     * Starts a file.
     *
     * @param file its name once it is closed
     * @return an empty file
     * @throws IOException if the folder cannot be written
     * @throws IllegalArgumentException if there is such a file
     */
    public static CallFile create(Path file) throws IOException {
        if (Files.exists(file)) {
            throw new IllegalArgumentException("calls is " + file + ", must be a file that does not exist yet");
        }
        Path part = file.resolveSibling(file.getFileName() + ".part");
        return new CallFile(file, part, Files.newOutputStream(part));
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        out.write(bytes, offset, count);
    }

    /** Gives the file its name, or deletes it if it is empty. Does nothing the second time. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        out.close();
        if (Files.size(part) == 0) {
            Files.delete(part);
        } else {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
