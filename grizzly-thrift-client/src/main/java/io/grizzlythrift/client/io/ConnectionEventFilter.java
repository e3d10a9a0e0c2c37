package io.grizzlythrift.client.io;

import io.grizzlythrift.frame.FrameBatch;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/** The last filter of the chain: passes the frames of each read to the listener of the connection. */
public final class ConnectionEventFilter extends BaseFilter {
    private static final Attribute<ConnectionListener> LISTENER =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ConnectionEventFilter.class.getName());

    /** Sets the listener of a connection, before it connects. */
    static void attach(TCPNIOConnection connection, ConnectionListener listener) {
        LISTENER.set(connection, listener);
    }

    static ConnectionListener listenerOf(Connection<?> connection) {
        return LISTENER.get(connection);
    }

    /** Reports that bytes were read. Returns false if they are to be dropped. Runs on the thread that reads. */
    static boolean countRead(TCPNIOConnection connection) {
        return LISTENER.get(connection).bytesRead();
    }

    /**
     * Ends a connection because of an unexpected exception or error.
     *
     * @param thrown what was thrown; null if it is unknown
     */
    static void broken(Connection<?> connection, Throwable thrown) {
        ConnectionListener listener = LISTENER.get(connection);
        if (listener != null) {
            listener.broken(thrown);
        } else {
            connection.terminateSilently();
        }
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        LISTENER.get(connection).closed(connection.getCloseReason());
        return context.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        ConnectionListener listener = LISTENER.get(context.getConnection());
        if (listener.isReadBySelector()) {
            ClientThread thread = (ClientThread) Thread.currentThread();
            thread.beginReplies();
            try {
                deliver(context, listener);
            } finally {
                thread.endReplies();
            }
        } else { // a caller reads; no callback runs here
            deliver(context, listener);
        }
        return context.getStopAction();
    }

    private static void deliver(FilterChainContext context, ConnectionListener listener) {
        FrameBatch batch = context.getMessage();
        try {
            listener.replies(batch);
        } catch (Throwable t) {
            listener.broken(t);
        }
    }
}
