package io.grizzlythrift.server;

import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.memory.MemoryManager;

/** Writes through the whole filter chain: for chains with filters that must see or change what is written, as TLS. */
final class ChainSink implements ReplySink {
    private final Connection<?> connection;

    ChainSink(Connection<?> connection) {
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
    public void abort(Throwable cause) {
        connection.terminateWithReason(new IOException("a reply could not be written", cause));
    }
}
