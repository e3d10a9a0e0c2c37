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
 * Reads from the socket. Replaces Grizzly's own filter, which does not distinguish a reset from an orderly end of the
 * stream: failures of calls say which it was.
 */
public final class SocketReadFilter extends TransportFilter {
    private static final int READ_BYTES = 64 * 1024;

    /** The number of buffers that are kept for callers. */
    private static final int MAX_POOLED = 16;

    /** A smaller read gets an array of its own size: a result that is a slice of it must not retain a far larger one. */
    private static final int LEAST_REUSED_BYTES = READ_BYTES / 4;

    private static final ThreadLocal<ByteBuffer> OF_CLIENT_THREAD =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(READ_BYTES));

    /** For callers that read: there may be far more of these threads, and of their connections, than read at the same time. */
    private static final ObjectPool<ByteBuffer> OF_CALLERS = new ObjectPool<>(MAX_POOLED);

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

    /** Copies what was read into an array, which may be that of an earlier read. */
    private static Buffer copy(ByteBuffer direct, MemoryManager<?> memory) {
        if (direct.remaining() < LEAST_REUSED_BYTES) {
            byte[] bytes = new byte[direct.remaining()];
            direct.get(bytes);
            return Buffers.wrap(memory, bytes);
        }
        return memory.allocate(direct.remaining()).put(direct).flip();
    }
}
