package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.internal.frame.FrameBatch;
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
        deliver(listenerOf(context.getConnection()), context.getMessage());
        return context.getStopAction();
    }

    /** Passes the frames of a read to the listener of the connection, on the thread that has read. */
    static void deliver(ConnectionListener listener, FrameBatch frames) {
        if (!listener.isReadBySelector()) { // a caller reads; no callback runs here
            pass(listener, frames);
            return;
        }
        ClientThread thread = (ClientThread) Thread.currentThread();
        thread.beginReplies();
        try {
            pass(listener, frames);
        } finally {
            thread.endReplies();
        }
    }

    private static void pass(ConnectionListener listener, FrameBatch frames) {
        try {
            listener.replies(frames);
        } catch (Throwable t) {
            listener.broken(t);
        }
    }
}
