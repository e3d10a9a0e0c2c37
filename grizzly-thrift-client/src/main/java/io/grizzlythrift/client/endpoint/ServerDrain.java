package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.context.ClientContext;

/** When the server of an endpoint last asked for the end of a connection. Thread-safe. */
final class ServerDrain {
    private final ClientContext context;
    private volatile long requestedAt;

    /** Makes one for a server that has not asked. */
    ServerDrain(ClientContext context) {
        this.context = context;
        requestedAt = context.now() - nanos();
    }

    private long nanos() {
        return context.config().initialReconnectBackoff().toNanos();
    }

    /** The server asks. */
    void requested() {
        requestedAt = context.now();
    }

    /** {@return whether the server asked within the initial backoff} */
    boolean isRecent() {
        return context.now() - requestedAt < nanos();
    }

    /**
     * Returns whether a connection that began at this time stays, although its server asks for its end: the server asks
     * on each of its connections, and each call would otherwise need a new one.
     */
    boolean keeps(long begunAt) {
        return isRecent() && begunAt - requestedAt > 0;
    }
}
