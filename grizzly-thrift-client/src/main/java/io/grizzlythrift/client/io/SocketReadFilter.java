package io.grizzlythrift.client.io;

import io.grizzlythrift.memory.ObjectPool;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Reads from the socket. Replaces Grizzly's own filter, which does not distinguish a reset from an orderly end of the stream;
 * the failures of calls do.
 */
public final class SocketReadFilter extends TransportFilter {
    private static final int READ_BYTES = 64 * 1024;

    /** Smaller reads get an array of their own size, so that a result that is a slice of it retains no far larger array. */
    private static final int LEAST_REUSED_BYTES = READ_BYTES / 4;

    private static final ThreadLocal<ByteBuffer> OF_CLIENT_THREAD =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(READ_BYTES));

    /** For callers that read: one buffer per connection, since there may be far more such threads than connections. */
    private static final Attribute<ByteBuffer> OF_CONNECTION = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
            SocketReadFilter.class.getName(), (Supplier<ByteBuffer>) () -> ByteBuffer.allocateDirect(READ_BYTES));

    private static ByteBuffer buffer(TCPNIOConnection connection) {
        return Thread.currentThread() instanceof ClientThread ? OF_CLIENT_THREAD.get() : OF_CONNECTION.get(connection);
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        if (Thread.currentThread() instanceof ClientThread) {
            return read(context, OF_CLIENT_THREAD.get().clear());
        }
        ByteBuffer pooled = OF_CALLERS.take();
        ByteBuffer direct = pooled == null ? ByteBuffer.allocateDirect(READ_BYTES) : pooled.clear();
        try {
            return read(context, direct);
        } finally {
            OF_CALLERS.offer(direct);
        }
    }

    private static NextAction read(FilterChainContext context, ByteBuffer direct) {
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        try {
            int count = ((SocketChannel) connection.getChannel()).read(direct);
            if (count < 0) {
                connection.terminateWithReason(new EOFException());
                return context.getStopAction();
            }
            if (count == 0) {
                return context.getStopAction();
            }
        } catch (IOException e) {
            connection.terminateWithReason(e);
            return context.getStopAction();
        }
        if (!ConnectionEventFilter.countRead(connection)) {
            return context.getStopAction();
        }
        context.setMessage(copy(direct.flip(), connection.getMemoryManager()));
        return context.getInvokeAction();
    }

    /** Copies what was read into an array: a new one, or for a large read possibly that of an earlier read. */
    private static Buffer copy(ByteBuffer direct, MemoryManager<?> memory) {
        if (direct.remaining() < LEAST_REUSED_BYTES) {
            byte[] bytes = new byte[direct.remaining()];
            direct.get(bytes);
            return Buffers.wrap(memory, bytes);
        }
        return memory.allocate(direct.remaining()).put(direct).flip();
    }
}
