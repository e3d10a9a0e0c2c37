package io.grizzlythrift.client.io;

import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Context;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOEventLifeCycleListener;
import org.glassfish.grizzly.strategies.AbstractIOStrategy;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * Runs every event on the selector thread. Whatever a read throws, including an Error, ends the connection: bytes may
 * be lost, so what follows them cannot be decoded.
 */
@SuppressWarnings("rawtypes") // as in the methods of Grizzly's
final class ClientIoStrategy extends AbstractIOStrategy {
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
                connection.getTransport().fireIOEvent(event, connection, END_ON_ERROR);
            } else {
                SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, isEventEnabled);
            }
        } catch (Throwable t) {
            ConnectionEventFilter.broken(connection, t);
        }
        return true;
    }
}
