package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.sasl.SaslFilter;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.nio.NIOConnection;
import org.glassfish.grizzly.nio.SelectorHandler;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.jspecify.annotations.Nullable;

/**
 * Lets connections that a socket of the application has accepted into a listener: counts them, and closes those over the
 * limit. It is directly below the frame filter, or SASL. The thread that reads such a connection for the first time may be any
 * thread; later it is the selector thread, see {@link SharedIoStrategy}. So bytes that another thread has read are handed
 * over to that thread.
 */
final class EntryFilter extends BaseFilter {
    private final ConnectionLimiter limiter;
    private final FrameFilter frames;
    private final ThriftServerFilter server;
    private final @Nullable SaslFilter sasl;

    EntryFilter(ConnectionLimiter limiter, FrameFilter frames, ThriftServerFilter server, @Nullable SaslFilter sasl) {
        this.sasl = sasl;
        this.limiter = limiter;
        this.frames = frames;
        this.server = server;
    }

    @Override
    public NextAction handleAccept(FilterChainContext context) {
        if (limiter.tryTake(context.getConnection())) {
            return context.getInvokeAction();
        }
        context.getConnection().terminateSilently();
        return context.getStopAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        NIOConnection connection = (NIOConnection) context.getConnection();
        if (server.connectionOf(connection) == null && !open(context)) {
            return context.getStopAction();
        }
        SelectorRunner selector = connection.getSelectorRunner();
        if (selector == null || Thread.currentThread() == selector.getRunnerThread()) {
            return context.getInvokeAction();
        }
        Buffer bytes = context.getMessage();
        SelectorHandler.Task task = () -> {
            read(connection, bytes);
            return true;
        };
        selector.getTransport().getSelectorHandler().enque(selector, task, null);
        return context.getStopAction();
    }

    /** Opens a connection whose protocol has just been found: no filter of this chain knows that it was accepted. */
    private boolean open(FilterChainContext context) {
        Connection<?> connection = context.getConnection();
        if (!connection.isOpen()) {
            return false;
        }
        // facts.md#pufilter-passes-reads-and-writes-alone
        if (connection.getProcessor() != context.getFilterChain()) {
            connection.addCloseListener(new Forgetter()); // before that of the permit, with which a drain ends
        }
        boolean opened = false;
        try {
            opened = limiter.tryTake(connection) && server.openIfAdmitted(context) != null;
        } finally {
            if (!opened) {
                connection.terminateSilently();
            }
        }
        return opened;
    }

    private void read(NIOConnection connection, Buffer bytes) {
        try {
            ServerConnection opened = server.connectionOf(connection);
            if (opened != null) {
                Buffer messages = sasl == null ? bytes : sasl.read(opened, bytes);
                FrameBatch batch = messages == null ? null : frames.read(connection, messages, false);
                if (batch != null) {
                    server.read(opened, batch);
                }
            }
        } catch (Throwable t) {
            PlainReadStrategy.close(connection, frames, t);
        }
    }

    /** Runs on the thread that closes a connection, or at once if it is closed. */
    private final class Forgetter implements CloseListener<Closeable, CloseType> {
        @Override
        public void onClosed(Closeable closed, CloseType type) {
            frames.closed((Connection<?>) closed);
            server.closed((Connection<?>) closed);
        }
    }
}
