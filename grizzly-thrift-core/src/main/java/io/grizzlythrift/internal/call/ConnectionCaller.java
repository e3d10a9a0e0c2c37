package io.grizzlythrift.internal.call;

import org.glassfish.grizzly.Connection;

/** A client with a connection of its own. Closing it cancels the calls. */
public interface ConnectionCaller extends CallCancellation.Caller {
    /** {@return the connection that the calls come over} */
    Connection<?> connection();

    @Override
    default boolean isOpen() {
        return connection().isOpen();
    }

    @Override
    default void cancelOnClose(CallCancellation call) {
        CancelOnClose.add(connection(), call);
    }

    @Override
    default void keepOnClose(CallCancellation call) {
        CancelOnClose.remove(connection(), call);
    }
}
