package io.grizzlythrift.internal.connection;

import io.grizzlythrift.internal.util.DirectBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Reads up to {@value #MAX_BYTES} bytes from the channel into a buffer of the memory manager. In place of Grizzly's own filter, which asks
 * each connection for its read buffer size, and so for the {@link java.net.Socket} of its channel; see {@link
 * AcceptedChannelConfigurator}. At the end of a stream, the filters above may keep the connection open to send the replies
 * that they owe; otherwise Grizzly closes it.
 *
 * <p>Runs on the thread that reads the connection.
 */
public final class ChannelReadFilter extends TransportFilter {
    /** Initialized with this class, because memory may be short at the first read. */
    private static final DirectBuffers BUFFERS = DirectBuffers.OF_PROCESS;

    /** The largest read. */
    public static final int MAX_BYTES = DirectBuffers.READ_BYTES;

    /** The number of bytes that tells not to read from a connection now. */
    public static final int NOT_NOW = 0;

    private final ToIntFunction<Connection<?>> maxBytes;
    private final Predicate<Connection<?>> endOfInput;

    /** Makes a filter for any number of connections, which close when their peers shut down their output. */
    public ChannelReadFilter() {
        this(connection -> MAX_BYTES, connection -> false);
    }

    /**
     * Makes a filter for any number of connections.
     *
     * @param maxBytes returns the largest read of a connection, 1 to {@link #MAX_BYTES}; or {@link #NOT_NOW}
     * @param endOfInput called at the end of the stream of a connection, by the thread that reads it; returns whether the
     *     connection stays open because replies are owed. It must then stop reading
     */
    public ChannelReadFilter(ToIntFunction<Connection<?>> maxBytes, Predicate<Connection<?>> endOfInput) {
        this.maxBytes = maxBytes;
        this.endOfInput = endOfInput;
    }

    /** {@inheritDoc} If nothing was read, Grizzly reads again, into a small buffer, to find and report the reason. */
    @Override
    public NextAction handleRead(FilterChainContext context) throws IOException {
        NIOConnection connection = (NIOConnection) context.getConnection();
        int max = maxBytes.applyAsInt(connection);
        if (max == NOT_NOW) {
            return context.getStopAction();
        }
        Buffer read = read(connection, max);
        // facts.md#an-end-of-stream-terminates-a-connection
        if (read == Buffers.EMPTY_BUFFER && endOfInput.test(connection)) {
            return context.getStopAction();
        }
        if (read == null || read == Buffers.EMPTY_BUFFER) {
            context.setMessage(context.getMemoryManager().allocate(1));
            return super.handleRead(context);
        }
        context.setMessage(read);
        return context.getInvokeAction();
    }

    /**
     * Reads from a connection, for this filter or outside of a chain.
     *
     * @param maxBytes the largest number of bytes, 1 to {@link #MAX_BYTES}
     * @return null if there is nothing to read, or the peer has reset the connection; {@link Buffers#EMPTY_BUFFER} at the
     *     end of the stream
     */
    public static Buffer read(NIOConnection connection, int maxBytes) {
        try {
            return readAvailable(connection, maxBytes);
        } catch (IOException e) { // Grizzly reports a reset like an end
            return null;
        } catch (OutOfMemoryError e) { // these bytes are lost, so the next ones do not begin a frame
            connection.terminateSilently();
            throw e;
        }
    }

    private static Buffer readAvailable(NIOConnection connection, int maxBytes) throws IOException {
        ByteBuffer direct = BUFFERS.take().limit(maxBytes);
        try {
            int count = ((SocketChannel) connection.getChannel()).read(direct);
            if (count <= 0) {
                return count == 0 ? null : Buffers.EMPTY_BUFFER;
            }
            Buffer buffer = connection.getMemoryManager().allocate(count);
            buffer.allowBufferDispose(true);
            return buffer.put(direct.flip()).flip();
        } finally {
            BUFFERS.release(direct);
        }
    }
}
