package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ConnectionLimiter;
import java.io.IOException;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;

/** The transport that carries a listener: one of its own, or one that the application runs. Not thread-safe. */
interface ListenerTransport {
    /** Prepares it for the chain of a run, before anything is bound. A start that fails is followed by {@link #stop}. */
    void prepare(ListenerRun run);

    /** Binds a socket whose connections get the chain of the run. It listens once the transport runs. */
    TCPNIOServerConnection bind(ListenSocket socket, int backlog) throws IOException;

    /**
     * Lets the sockets that were bound listen, unless the application decides when they do.
     *
     * @throws IOException if one of them does not
     */
    void start(ConnectionLimiter limiter) throws IOException;

    /**
     * Frees the sockets, and closes the connections of a run. Runs on a short-lived thread, because it leaves caches of Grizzly
     * in thread-locals.
     */
    void stop(ListenerRun run);
}
