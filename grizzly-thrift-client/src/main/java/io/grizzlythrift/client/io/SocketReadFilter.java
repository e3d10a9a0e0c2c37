package io.grizzlythrift.client.io;

import io.grizzlythrift.memory.pool.DirectBuffers;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Reads from the socket. Replaces Grizzly's own filter, which does not distinguish a reset from an orderly end of the
 * stream: failures of calls say which it was.
 */
public final class SocketReadFilter extends TransportFilter {
    private final DirectBuffers buffers;

    public SocketReadFilter(DirectBuffers buffers) {
        this.buffers = buffers;
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        ByteBuffer direct = buffers.take().limit(DirectBuffers.READ_BYTES);
        try {
            return read(context, direct);
        } finally {
            buffers.release(direct);
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
        return memory.allocate(direct.remaining()).put(direct).flip();
    }
}
