package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.internal.frame.FrameBatch;
import java.io.IOException;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/**
 * Listens to the events of a connection. Methods are called on its selector thread, unless they say otherwise. Reads are
 * reported on the thread that reads, which is a caller's if {@link #isReadBySelector} returns false.
 */
public interface ConnectionListener {
    /** The connection can be written to; nothing has been read yet. Must not throw. */
    void opened(TCPNIOConnection connection);

    /** The connection could not be opened. Runs on any thread. Must not throw. */
    void connectFailed(Throwable cause);

    /** {@return whether the selector thread may read; otherwise callers do, one at a time} */
    default boolean isReadBySelector() {
        return true;
    }

    /**
     * The selector thread has read, and everything that it read was reported.
     *
     * @throws IOException if the connection cannot continue
     */
    default void selectorHasRead() throws IOException {}

    /**
     * Bytes were read, including those of a TLS handshake. Returns false if they are to be dropped because the connection has
     * ended.
     */
    boolean bytesRead();

    /** Complete frames were read. Whatever this throws ends the connection. */
    void replies(FrameBatch frames);

    /** Grizzly has closed the connection, whichever side started that. */
    void closed(CloseReason reason);

    /**
     * An event of the connection ended with an unexpected exception or error. Runs on any thread. Must not throw.
     *
     * @param thrown what was thrown; null if it is unknown
     */
    void broken(Throwable thrown);
}
