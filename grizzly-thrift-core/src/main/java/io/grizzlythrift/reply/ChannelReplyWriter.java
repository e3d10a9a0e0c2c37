package io.grizzlythrift.reply;

import io.grizzlythrift.memory.MemoryAccount;
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
 * Writes to a plain TCP connection: straight to its channel from one of the {@link DirectBufferPool} as long as nothing is
 * queued, the rest through Grizzly's write queue. It takes part in that queue's own protocol (reserve space; who
 * reserved first writes, the others queue), so it never overtakes a queued write.
 */
public final class ChannelReplyWriter implements ReplyWriter {
    private final NIOConnection connection;
    private final MemoryAccount memory;

    /**
     * Makes the writer of a connection.
     *
     * @param memory is charged with what waits in the queue
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
            goOn(queued);
        } else if (memory.charge(MemoryPart.UNSENT_REPLIES, rest)) {
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
            enqueue(first, bytes, written, bytes.length);
        } else {
            charged.release(MemoryPart.UNSENT_REPLIES, bytes.length);
            goOn(queued);
        }
    }

    /** Returns whether this thread may write to the socket. */
    private boolean reserve(int length) {
        return connection.getAsyncWriteQueue().reserveSpace(length) == length;
    }

    private int release(int written, int length) {
        return written == 0 ? length : connection.getAsyncWriteQueue().releaseSpaceAndNotify(written);
    }

    private void goOn(int queued) throws IOException {
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

    /** Returns how much the socket has taken: nothing, if there is no buffer for it. */
    private int writeNow(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer direct = DirectBufferPool.take();
        if (direct == null) {
            return 0;
        }
        try {
            return writeNow(direct, bytes, offset, length);
        } finally {
            DirectBufferPool.giveBack(direct);
        }
    }

    private int writeNow(ByteBuffer direct, byte[] bytes, int offset, int length) throws IOException {
        SocketChannel channel = (SocketChannel) connection.getChannel();
        int written = 0;
        while (written < length) {
            int count = Math.min(DirectBufferPool.BYTES, length - written);
            direct.clear().put(bytes, offset + written, count).flip();
            int accepted = channel.write(direct);
            written += accepted;
            if (accepted < count) {
                break;
            }
        }
        return written;
    }

    /** @param charged what is released when the bytes from {@code offset} on are written */
    private void enqueue(boolean first, byte[] bytes, int offset, int charged) throws IOException {
        TaskQueue<AsyncWriteQueueRecord> queue = connection.getAsyncWriteQueue();
        Buffer buffer = Buffers.wrap(connection.getMemoryManager(), bytes, offset, bytes.length - offset);
        AsyncWriteQueueRecord queued = AsyncWriteQueueRecord.create(
                connection, buffer, new UnsentBytesRelease<>(memory, charged), null, null, false);
        if (first) {
            queue.setCurrentElement(queued);
            connection.enableIOEvent(IOEvent.WRITE);
        } else {
            queue.offer(queued);
        }
    }
}
