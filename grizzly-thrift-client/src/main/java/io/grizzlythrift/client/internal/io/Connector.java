package io.grizzlythrift.client.internal.io;

/** Opens connections. */
@FunctionalInterface
public interface Connector {
    /**
     * Starts to connect and returns at once. The attempt ends with {@link ConnectionListener#opened} or {@link
     * ConnectionListener#connectFailed}.
     */
    void connect(ConnectionListener listener, String host, int port);
}
