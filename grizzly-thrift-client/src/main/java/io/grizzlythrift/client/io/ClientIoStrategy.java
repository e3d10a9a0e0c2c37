package io.grizzlythrift.client.io;

import java.io.IOException;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * Runs every event on the selector thread, except reads while they are left to the callers of a connection. Whatever a read
 * throws, including an Error, ends the connection: bytes may be lost, so those that follow cannot be decoded.
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
            connection.getTransport().fireIOEvent(IOEvent.READ, connection, END_ON_ERROR);
        } catch (Throwable t) {
            ConnectionEventFilter.broken(connection, t);
        }
    }
}
