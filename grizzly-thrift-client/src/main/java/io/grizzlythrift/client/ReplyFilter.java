package io.grizzlythrift.client;

import io.grizzlythrift.frame.FrameBatch;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;

/** Hands the frames of each read to the pooled connection that they belong to. */
final class ReplyFilter extends BaseFilter {
    private static final Attribute<PooledConnection> POOLED =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ReplyFilter.class.getName());

    /** Makes a connection known as a pooled one, before it connects. */
    static void attach(TCPNIOConnection connection, PooledConnection pooled) {
        POOLED.set(connection, pooled);
    }

    /** Bytes came. Returns whether they are of use. On the selector thread of the connection. */
    static boolean countRead(TCPNIOConnection connection) {
        return POOLED.get(connection).bytesCame();
    }

    /**
     * Something was thrown that no filter expects, and the connection ends with it.
     *
     * @param thrown what; null if it is not known
     */
    static void broken(Connection<?> connection, Throwable thrown) {
        PooledConnection pooled = POOLED.get(connection);
        if (pooled != null) {
            pooled.broken(thrown);
        } else {
            connection.terminateSilently();
        }
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        TCPNIOConnection connection = (TCPNIOConnection) context.getConnection();
        POOLED.get(connection).closed(connection.getCloseReason());
        return context.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        PooledConnection pooled = POOLED.get(context.getConnection());
        FrameBatch batch = context.getMessage();
        ClientThread thread = (ClientThread) Thread.currentThread();
        thread.beginReplies();
        try {
            pooled.replies(batch);
        } catch (Throwable t) {
            pooled.broken(t);
        } finally {
            thread.endReplies();
        }
        return context.getStopAction();
    }
}
