package io.grizzlythrift.client.internal.connection;

/**
 * An endpoint as its connections see it: they record there what calls reveal about the server, and report when they open
 * and end. Thread-safe.
 */
public interface ConnectedEndpoint {
    /** {@return host and port} */
    String name();

    /** {@return the health of the server, judged by its calls} */
    EndpointHealth health();

    /** {@return what was observed about how the server handles pipelined calls} */
    PipeliningHint pipelining();

    /** {@return the shortest time in which a connection opened, in nanoseconds; at least one network round trip} */
    long roundTripNanos();

    /** A connection is open. Returns false if the endpoint no longer wants it. */
    boolean opened(PooledConnection connection);

    /** A connection has room for a call again. Runs on any thread. */
    void roomMade();

    /** An open connection takes no further calls: the server asked to close it, or is no longer used. */
    void retire(PooledConnection connection);

    /** The server asks to close a connection. It cannot ask on a connection that never had a call. */
    void closeRequested();

    /** The server announces that it drains, or rejects a call because it does. */
    void drainAnnounced();

    /**
     * Returns whether a connection that began at this time is kept although its server asks to close it: the server asks
     * on each of its connections, and otherwise each call would need a new one.
     */
    boolean keepsThroughDrain(long begunAt);

    /**
     * A connection ended, or could not be opened. Called once per connection, and again if it throws; what was done by then is
     * not done again.
     *
     * @param logged the reason without any text from the peer
     * @param failed whether the connection could not be opened, or still had calls: without calls its end is no failure
     */
    void lost(PooledConnection connection, String reason, String logged, boolean failed);
}
