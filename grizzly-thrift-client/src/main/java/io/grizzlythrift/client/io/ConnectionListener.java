package io.grizzlythrift.client.io;

import io.grizzlythrift.frame.FrameBatch;
import org.glassfish.grizzly.CloseReason;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/** What happens on a connection. Except for {@link #connectFailed}, on its selector thread. */
public interface ConnectionListener {
    /** The connection can be written to; nothing was read yet. Does not throw. */
    void opened(TCPNIOConnection connection);

    /** The connection could not be opened. On any thread. Does not throw. */
    void connectFailed(Throwable cause);

    /** Bytes were read, those of a TLS handshake included. Returns false if they are of no use. */
    boolean bytesRead();

    /** Whole frames were read. What this throws ends the connection. */
    void replies(FrameBatch frames);

    /** Grizzly has closed the connection, on whichever side the close began. */
    void closed(CloseReason reason);

    /** Something was thrown that no filter expects. Does not throw. */
    void broken(Throwable thrown);
}
