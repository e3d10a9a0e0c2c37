package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.client.context.ClientContext;

/** Remembers when the server of an endpoint last asked to close a connection. Thread-safe. */
final class ServerDrain {
    private final ClientContext context;
    private volatile long requestedAt;

    /** Creates the record of a server that has not asked yet. */
    ServerDrain(ClientContext context) {
        this.context = context;
        requestedAt = context.now() - nanos();
    }

    private long nanos() {
        return context.config().initialReconnectBackoff().toNanos();
    }

    /** Records that the server asks to close a connection. */
    void requested() {
        requestedAt = context.now();
    }

    /** {@return whether the server asked less than the initial backoff ago} */
    boolean isRecent() {
        return context.now() - requestedAt < nanos();
    }

    /**
     * Returns whether a connection that began at this time is kept although its server asks to close it: the server asks
     * on each of its connections, and otherwise each call would need a new one.
     */
    boolean keeps(long begunAt) {
        return isRecent() && begunAt - requestedAt > 0;
    }
}
