package io.grizzlythrift.client;

/** Opens connections. */
@FunctionalInterface
interface Connector {
    /**
     * Begins to connect, and returns at once. Ends with {@link PooledConnection#opened} or
     * {@link PooledConnection#connectFailed}.
     */
    void connect(PooledConnection connection, String host, int port);
}
