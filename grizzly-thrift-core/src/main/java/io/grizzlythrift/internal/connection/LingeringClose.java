package io.grizzlythrift.internal.connection;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Closes a connection whose peer still sends: ends the stream of replies, discards what arrives, and closes the socket once the
 * peer has closed, or after a second.
 *
 * <p>Begun by any thread, once nothing more is read from the connection. Then used by the thread of the timeout monitor, and
 * {@link #discard} by the selector thread.
 */
final class LingeringClose {
    // facts.md#a-socket-that-closes-with-unread-bytes-loses-what-it-has-not-sent

    /** The largest number of reads at a time. */
    private static final int MAX_READS = 16;

    private final NIOConnection connection;

    /** Whether the peer sees the end of the replies. Written by the thread of the timeout monitor. */
    private boolean outputEnded;

    /** When that was. */
    private long since;

    LingeringClose(NIOConnection connection) {
        this.connection = connection;
    }

    /**
     * Discards what has arrived at a connection from which nothing is read any more.
     *
     * @return whether something has, and the peer may send more
     */
    static boolean hasMoreInput(NIOConnection connection) {
        int reads = 0;
        Buffer read = discardOne(connection);
        while (read != null && read != Buffers.EMPTY_BUFFER && ++reads < MAX_READS) {
            read = discardOne(connection);
        }
        return reads > 0 && read != Buffers.EMPTY_BUFFER;
    }

    private static Buffer discardOne(NIOConnection connection) {
        Buffer read = ChannelReadFilter.read(connection, ChannelReadFilter.MAX_BYTES);
        if (read != null) {
            read.tryDispose();
        }
        return read;
    }

    /**
     * Continues the close.
     *
     * @param unsentBytes how many bytes the socket has not taken yet
     * @param now the time in nanoseconds
     * @return whether the connection can be closed now; otherwise {@link #discard} must run on its selector thread
     */
    boolean check(long unsentBytes, long now) {
        if (!outputEnded && unsentBytes == 0) {
            outputEnded = true;
            since = now;
            try {
                ((SocketChannel) connection.getChannel()).shutdownOutput();
            } catch (IOException e) { // the peer has reset it
                return true;
            }
        }
        return outputEnded && now - since >= CloseRequest.IDLE_NANOS;
    }

    /** Discards what has arrived, and closes the connection if the peer has closed it. */
    void discard() {
        for (int reads = 0; reads < MAX_READS; reads++) {
            Buffer read = discardOne(connection);
            if (read == Buffers.EMPTY_BUFFER) {
                connection.closeSilently();
            }
            if (read == null || read == Buffers.EMPTY_BUFFER) {
                return;
            }
        }
    }
}
