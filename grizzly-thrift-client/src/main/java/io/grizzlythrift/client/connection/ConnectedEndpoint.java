package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.health.EndpointHealth;
import io.grizzlythrift.client.health.PipeliningHint;
import io.grizzlythrift.client.health.SlowMethods;

/**
 * An endpoint as its connections see it: they record there what calls say of the server, and report their own opening and
 * end. Thread-safe.
 */
public interface ConnectedEndpoint {
    /** {@return host and port} */
    String name();

    /** {@return what its calls say of the server} */
    EndpointHealth health();

    /** {@return what was observed of how the server handles pipelined calls} */
    PipeliningHint pipelining();

    /** {@return what is known of the methods of the servers} */
    SlowMethods slowMethods();

    /** {@return the shortest time that connecting took, in nanoseconds; at least one round trip over the network} */
    long roundTripNanos();

    /** A connection is open. Returns false if it is too late for it. */
    boolean opened(PooledConnection connection);

    /** An open connection takes no further calls: the server asks for its end, or is not used any more. */
    void retire(PooledConnection connection);

    /** The server asks for the end of a connection. It cannot ask on connections that never had a call. */
    void closeRequested();

    /**
     * Returns whether a connection that began at this time stays, although its server asks for its end: the server asks
     * on each of its connections, and each call would otherwise need a new one.
     */
    boolean keepsThroughDrain(long begunAt);

    /**
     * A connection ended, or could not be opened. Called once for each, and again if it throws.
     *
     * @param logged the reason without text of the peer
     * @param failed whether it could not be opened, or had calls: without calls its end is no failure
     */
    void lost(PooledConnection connection, String reason, String logged, boolean failed);
}
