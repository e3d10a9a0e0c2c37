package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.util.DirectBuffers;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.asyncqueue.AsyncWriteQueueRecord;
import org.glassfish.grizzly.asyncqueue.TaskQueue;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Writes replies to a plain TCP connection. While nothing is queued, writes directly to the channel through a buffer of
 * the {@link DirectBuffers}. Otherwise, and for bytes that the socket does not accept, uses Grizzly's write queue.
 *
 * <p>Follows the protocol of that queue: each writer atomically reserves space. The writer whose reservation found the
 * queue empty writes to the channel; all others add to the queue. So a write never overtakes a queued one.
 */
public final class ChannelReplyWriter implements ReplyWriter {
    private final NIOConnection connection;
    private final MemoryAccount memory;

    /**
     * Creates the writer of a connection.
     *
     * @param memory is charged for bytes that wait in the queue
     */
    public ChannelReplyWriter(NIOConnection connection, MemoryAccount memory) {
        this.connection = connection;
        this.memory = memory;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!connection.isOpen()) {
            return;
        }
        boolean first = reserve(length);
        int written = first ? writeNow(bytes, offset, length) : 0;
        int rest = length - written;
        int queued = release(written, length);
        if (rest == 0) {
            writeQueued(queued);
        } else if (memory.charge(MemoryPart.UNSENT_REPLIES, rest + UnsentBytesRelease.WRITE_BYTES)) {
            enqueue(first, Arrays.copyOfRange(bytes, offset + written, offset + length), 0, rest);
        }
    }

    @Override
    public void writeCharged(byte[] bytes, MemoryAccount charged) throws IOException {
        if (!connection.isOpen()) {
            charged.release(MemoryPart.UNSENT_REPLIES, bytes.length);
            return;
        }
        boolean first = reserve(bytes.length);
        int written = first ? writeNow(bytes, 0, bytes.length) : 0;
        int queued = release(written, bytes.length);
        if (written < bytes.length) {
            if (charged.charge(MemoryPart.UNSENT_REPLIES, UnsentBytesRelease.WRITE_BYTES)) {
                enqueue(first, bytes, written, bytes.length);
            }
        } else {
            charged.release(MemoryPart.UNSENT_REPLIES, bytes.length);
            writeQueued(queued);
        }
    }

    /** Reserves space in the write queue. Returns whether this thread may write to the channel. */
    private boolean reserve(int length) {
        return connection.getAsyncWriteQueue().reserveSpace(length) == length;
    }

    /** Releases the space of written bytes. Returns how many bytes are still reserved. */
    private int release(int written, int length) {
        return written == 0 ? length : connection.getAsyncWriteQueue().releaseSpaceAndNotify(written);
    }

    /** Makes the selector write the bytes that other threads have queued meanwhile. */
    private void writeQueued(int queued) throws IOException {
        if (queued > 0) {
            connection.simulateIOEvent(IOEvent.WRITE);
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

    /** Returns how many bytes the socket has accepted: 0 if no direct buffer is free. */
    private int writeNow(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer direct = DirectBuffers.OF_PROCESS.tryTake();
        if (direct == null) {
            return 0;
        }
        try {
            return writeNow(direct, bytes, offset, length);
        } finally {
            DirectBuffers.OF_PROCESS.release(direct);
        }
    }

    private int writeNow(ByteBuffer direct, byte[] bytes, int offset, int length) throws IOException {
        SocketChannel channel = (SocketChannel) connection.getChannel();
        int written = 0;
        while (written < length) {
            int count = Math.min(DirectBuffers.BYTES, length - written);
            direct.clear().put(bytes, offset + written, count).flip();
            int accepted = channel.write(direct);
            written += accepted;
            if (accepted < count) {
                break;
            }
        }
        return written;
    }

    /**
     * Adds bytes to Grizzly's write queue.
     *
     * @param charged the bytes to release from the memory account, besides those of a write, once the bytes from {@code
     *     offset} on are written
     */
    private void enqueue(boolean first, byte[] bytes, int offset, int charged) throws IOException {
        TaskQueue<AsyncWriteQueueRecord> queue = connection.getAsyncWriteQueue();
        Buffer buffer = Buffers.wrap(connection.getMemoryManager(), bytes, offset, bytes.length - offset);
        AsyncWriteQueueRecord queued = AsyncWriteQueueRecord.create(
                connection,
                buffer,
                new UnsentBytesRelease<>(memory, charged + UnsentBytesRelease.WRITE_BYTES),
                null,
                null,
                false);
        if (first) {
            queue.setCurrentElement(queued);
            connection.enableIOEvent(IOEvent.WRITE);
        } else {
            queue.offer(queued);
        }
    }
}
