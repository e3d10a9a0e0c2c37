package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Writes replies through the filter chain of a connection. Used for chains with filters that transform the written
 * bytes, such as TLS.
 */
public final class ChainReplyWriter implements ReplyWriter {
    private final NIOConnection connection;
    private final MemoryAccount memory;

    /**
     * Creates the writer of a connection.
     *
     * @param memory is charged for bytes that are written but not yet sent
     */
    public ChainReplyWriter(NIOConnection connection, MemoryAccount memory) {
        this.connection = connection;
        this.memory = memory;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (connection.isOpen() && memory.charge(MemoryPart.UNSENT_REPLIES, length + UnsentBytesRelease.WRITE_BYTES)) {
            MemoryManager<?> memoryManager = connection.getMemoryManager();
            Buffer buffer = memoryManager.allocate(length);
            buffer.put(bytes, offset, length);
            buffer.flip();
            buffer.allowBufferDispose(true);
            connection.write(buffer, new UnsentBytesRelease<>(memory, length + UnsentBytesRelease.WRITE_BYTES));
        }
    }

    @Override
    public void writeCharged(byte[] bytes, MemoryAccount charged) {
        if (connection.isOpen() && charged.charge(MemoryPart.UNSENT_REPLIES, UnsentBytesRelease.WRITE_BYTES)) {
            Buffer buffer = Buffers.wrap(connection.getMemoryManager(), bytes);
            connection.write(buffer, new UnsentBytesRelease<>(charged, bytes.length + UnsentBytesRelease.WRITE_BYTES));
        } else {
            charged.release(MemoryPart.UNSENT_REPLIES, bytes.length);
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
