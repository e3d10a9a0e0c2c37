package io.grizzlythrift.connection;

import io.grizzlythrift.memory.pool.DirectBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Reads up to 64 KiB from the channel into a buffer of the memory manager. In place of Grizzly's own filter, which asks
 * each connection for its read buffer size, and so for the {@link java.net.Socket} of its channel; see {@link
 * AcceptedChannelConfigurator}. The end of a stream is left to Grizzly, which closes the connection.
 *
 * <p>Runs on the thread that reads the connection.
 */
public final class ChannelReadFilter extends TransportFilter {
    private static final int END = -1;

    /** Initialized with this class, because memory may be short at the first read. */
    private static final DirectBuffers BUFFERS = DirectBuffers.OF_PROCESS;

    /** Makes a filter for any number of connections. */
    public ChannelReadFilter() {}

    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
        NIOConnection connection = (NIOConnection) context.getConnection();
        try {
            int count = read(context, connection);
            if (count == END) {
                return handleEnd(context);
            }
            return count == 0 ? context.getStopAction() : context.getInvokeAction();
        } catch (OutOfMemoryError e) { // these bytes are lost, so the next ones do not begin a frame
            connection.terminateSilently();
            throw e;
        }
    }

    /** Reads into the message of the context. Returns END for a reset too: Grizzly reports both alike. */
    private static int read(FilterChainContext context, NIOConnection connection) {
        ByteBuffer direct = BUFFERS.take().limit(DirectBuffers.READ_BYTES);
        try {
            int count = ((SocketChannel) connection.getChannel()).read(direct);
            if (count > 0) {
                Buffer buffer = connection.getMemoryManager().allocate(count);
                buffer.allowBufferDispose(true);
                context.setMessage(buffer.put(direct.flip()).flip());
            }
            return count;
        } catch (IOException e) {
            return END;
        } finally {
            BUFFERS.release(direct);
        }
    }

    /** Has Grizzly find the same end, in a read into a small buffer. */
    private NextAction handleEnd(FilterChainContext context) throws IOException {
        context.setMessage(context.getMemoryManager().allocate(1));
        return super.handleRead(context);
    }
}
