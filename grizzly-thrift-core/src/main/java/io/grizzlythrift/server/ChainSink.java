package io.grizzlythrift.server;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;

/** Writes through the whole filter chain: for chains with filters that must see or change what is written, as TLS. */
final class ChainSink implements ReplySink {
    private final NIOConnection connection;

    ChainSink(NIOConnection connection) {
        this.connection = connection;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (connection.isOpen()) {
            MemoryManager<?> memoryManager = connection.getMemoryManager();
            Buffer buffer = memoryManager.allocate(length);
            buffer.put(bytes, offset, length);
            buffer.flip();
            buffer.allowBufferDispose(true);
            connection.write(buffer, null);
        }
    }

    @Override
    public int unsentBytes() {
        return connection.getAsyncWriteQueue().spaceInBytes();
    }

    @Override
    public void abort(Throwable cause) {
        connection.terminateWithReason(new IOException("a reply could not be written", cause));
    }
}
