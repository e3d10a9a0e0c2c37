package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.client.internal.sasl.SaslFilter;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameFilter;
import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.nio.transport.TCPNIOConnection;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * Runs every event on the selector thread, except reads while they are left to the callers of a connection. Whatever a read
 * throws, including an Error, ends the connection: bytes may be lost, so those that follow cannot be decoded.
 *
 * <p>Without TLS, the filters of a read are called one after the other without running Grizzly's filter chain, whose context,
 * states and loop take time.
 */
@SuppressWarnings("rawtypes") // as in the methods of Grizzly's
public final class ClientIoStrategy extends AbstractIOStrategy {
    private static final IOEventLifeCycleListener END_ON_ERROR = new IOEventLifeCycleListener.Adapter() {
        @Override
        public void onError(Context context, Object thrown) {
            ConnectionEventFilter.broken(context.getConnection(), thrown instanceof Throwable t ? t : null);
        }
    };

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isEventEnabled) {
        try {
            if (event == IOEvent.READ && isEventEnabled) {
                readOnSelector(connection);
            } else {
                SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, isEventEnabled);
            }
        } catch (Throwable t) {
            ConnectionEventFilter.broken(connection, t);
        }
        return true;
    }

    private static void readOnSelector(Connection<?> connection) throws IOException {
        ConnectionListener listener = ConnectionEventFilter.listenerOf(connection);
        if (listener.isReadBySelector()) {
            read(connection);
            listener.selectorHasRead();
        } else { // the event was already under way when reads were left to callers
            connection.disableIOEvent(IOEvent.READ);
        }
    }

    /**
     * Reads once from a connection on the current thread, without blocking, and handles what was read. No other thread may read
     * from it at the same time. Does not throw.
     */
    public static void read(Connection<?> connection) {
        try {
            FilterChain chain = (FilterChain) connection.getProcessor();
            if (isPlain(chain)) {
                readPlain((TCPNIOConnection) connection, (SocketReadFilter) chain.get(0), (FrameFilter) chain.get(1));
            } else if (isSasl(chain)) {
                readSasl((TCPNIOConnection) connection, chain);
            } else {
                connection.getTransport().fireIOEvent(IOEvent.READ, connection, END_ON_ERROR);
            }
        } catch (Throwable t) {
            ConnectionEventFilter.broken(connection, t);
        }
    }

    private static boolean isPlain(FilterChain chain) {
        return chain.size() == 3
                && chain.get(0) instanceof SocketReadFilter
                && chain.get(1) instanceof FrameFilter
                && chain.get(2) instanceof ConnectionEventFilter;
    }

    private static boolean isSasl(FilterChain chain) {
        return chain.size() == 4
                && chain.get(0) instanceof SocketReadFilter
                && chain.get(1) instanceof SaslFilter
                && chain.get(2) instanceof FrameFilter
                && chain.get(3) instanceof ConnectionEventFilter;
    }

    private static void readSasl(TCPNIOConnection connection, FilterChain chain) throws IOException {
        ConnectionListener listener = ConnectionEventFilter.listenerOf(connection);
        Buffer bytes = ((SocketReadFilter) chain.get(0)).read(connection, listener);
        Buffer plain = bytes == null ? null : ((SaslFilter) chain.get(1)).read(connection, bytes);
        FrameBatch batch = plain == null ? null : ((FrameFilter) chain.get(2)).read(connection, plain, false);
        if (batch != null) {
            ConnectionEventFilter.deliver(listener, batch);
        }
    }

    private static void readPlain(TCPNIOConnection connection, SocketReadFilter socket, FrameFilter frames)
            throws IOException {
        ConnectionListener listener = ConnectionEventFilter.listenerOf(connection);
        Buffer bytes = socket.read(connection, listener);
        FrameBatch batch = bytes == null ? null : frames.read(connection, bytes, true);
        if (batch != null) {
            ConnectionEventFilter.deliver(listener, batch);
        }
    }
}
