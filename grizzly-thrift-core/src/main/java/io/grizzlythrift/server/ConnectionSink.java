package io.grizzlythrift.server;

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
 * Writes to a plain TCP connection: straight to its channel from a direct buffer of the thread as long as nothing is
 * queued, the rest through Grizzly's write queue. It takes part in that queue's own protocol (reserve space; who
 * reserved first writes, the others queue), so it never overtakes a queued write.
 */
final class ConnectionSink implements ReplySink {
    /** The most that is handed to the socket at once. Large enough for the calls of several reads. */
    private static final int DIRECT_BYTES = 128 * 1024;

    private static final ThreadLocal<ByteBuffer> DIRECT =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(DIRECT_BYTES));

    private final NIOConnection connection;

    ConnectionSink(NIOConnection connection) {
        this.connection = connection;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (!connection.isOpen()) {
            return;
        }
        TaskQueue<AsyncWriteQueueRecord> queue = connection.getAsyncWriteQueue();
        boolean first = queue.reserveSpace(length) == length;
        int written = first ? writeNow(bytes, offset, length) : 0;
        int queued = written == 0 ? length : queue.releaseSpaceAndNotify(written);
        if (written < length) {
            enqueue(queue, first, Arrays.copyOfRange(bytes, offset + written, offset + length));
        } else if (queued > 0) {
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

    private int writeNow(byte[] bytes, int offset, int length) throws IOException {
        SocketChannel channel = (SocketChannel) connection.getChannel();
        ByteBuffer direct = DIRECT.get();
        int written = 0;
        while (written < length) {
            int count = Math.min(DIRECT_BYTES, length - written);
            direct.clear().put(bytes, offset + written, count).flip();
            int accepted = channel.write(direct);
            written += accepted;
            if (accepted < count) {
                break;
            }
        }
        return written;
    }

    private void enqueue(TaskQueue<AsyncWriteQueueRecord> queue, boolean first, byte[] rest) throws IOException {
        Buffer buffer = Buffers.wrap(connection.getMemoryManager(), rest);
        AsyncWriteQueueRecord queued = AsyncWriteQueueRecord.create(connection, buffer, null, null, null, false);
        if (first) {
            queue.setCurrentElement(queued);
            connection.enableIOEvent(IOEvent.WRITE);
        } else {
            queue.offer(queued);
        }
    }
}
