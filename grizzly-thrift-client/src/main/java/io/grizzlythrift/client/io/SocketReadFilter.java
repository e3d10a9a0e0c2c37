package io.grizzlythrift.client.io;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Reads from the socket. In place of Grizzly's own filter, which does not distinguish a reset from an orderly end of
 * the stream; callers want to know which it was.
 */
public final class SocketReadFilter extends TransportFilter {
    private static final int READ_BYTES = 64 * 1024;

    private static final ThreadLocal<ByteBuffer> DIRECT =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(READ_BYTES));

    @Override
    public NextAction handleRead(FilterChainContext context) {
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        ByteBuffer direct = DIRECT.get().clear();
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
        byte[] bytes = new byte[direct.flip().remaining()];
        direct.get(bytes);
        context.setMessage(Buffers.wrap(connection.getMemoryManager(), bytes));
        return context.getInvokeAction();
    }
}
