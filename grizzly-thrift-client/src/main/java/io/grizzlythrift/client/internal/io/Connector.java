package io.grizzlythrift.client.internal.io;

/** Opens connections. */
@FunctionalInterface
public interface Connector {
    /**
     * Starts to connect and returns at once. The attempt ends with {@link ConnectionListener#opened} or {@link
     * ConnectionListener#connectFailed}.
     */
    void connect(ConnectionListener listener, String host, int port);

    /** {@return how many attempts have begun and not ended, each of which may hold a socket} */
    default int underWay() {
        return 0;
    }
}
