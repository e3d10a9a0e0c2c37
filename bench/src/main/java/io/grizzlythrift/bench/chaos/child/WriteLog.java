package io.grizzlythrift.bench.chaos.child;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/**
 * A file with the ids of the writes that a server ran. Each id is passed to the operating system before the reply is
 * sent, so that none is lost when the process is killed. Thread-safe.
 */
public final class WriteLog implements Closeable {
    private final FileChannel file;
    private final ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);

    WriteLog(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    synchronized void append(long id) throws IOException {
        bytes.clear().putLong(id).flip();
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /**
     * Reads the file of a server, which may have been killed.
     *
     * @param path the file
     * @param ids receives each id, in the order in which the writes ran
     * @throws IOException if it cannot be read
     */
    public static void read(Path path, LongConsumer ids) throws IOException {
        LongBuffer all = ByteBuffer.wrap(Files.readAllBytes(path)).asLongBuffer();
        while (all.hasRemaining()) {
            ids.accept(all.get());
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
