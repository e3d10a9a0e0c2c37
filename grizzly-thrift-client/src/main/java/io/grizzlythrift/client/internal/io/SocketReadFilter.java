package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.internal.util.DirectBuffers;
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
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        Buffer bytes = read(connection, ConnectionEventFilter.listenerOf(connection));
        if (bytes == null) {
            return context.getStopAction();
        }
        context.setMessage(bytes);
        return context.getInvokeAction();
    }

    /**
     * Reads from a connection, for this filter or outside of a chain. Terminates the connection if its stream has ended or
     * cannot be read.
     *
     * @return null if there is nothing to pass on
     */
    Buffer read(TCPNIOConnection connection, ConnectionListener listener) {
        ByteBuffer direct = buffers.take().limit(DirectBuffers.READ_BYTES);
        try {
            int count = ((SocketChannel) connection.getChannel()).read(direct);
            if (count < 0) {
                // facts.md#a-reset-and-an-end-of-stream-look-alike
                connection.terminateWithReason(new EOFException());
            }
            return count > 0 && listener.bytesRead() ? copy(direct.flip(), connection.getMemoryManager()) : null;
        } catch (IOException e) {
            connection.terminateWithReason(e);
            return null;
        } finally {
            buffers.release(direct);
        }
    }

    /** Copies what was read into an array, which may be that of an earlier read. */
    private static Buffer copy(ByteBuffer direct, MemoryManager<?> memory) {
        return memory.allocate(direct.remaining()).put(direct).flip();
    }
}
