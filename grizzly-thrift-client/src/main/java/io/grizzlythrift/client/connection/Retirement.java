package io.grizzlythrift.client.connection;

import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.inflight.InFlightTable;
import io.grizzlythrift.client.inflight.ReplyReader;

/**
 * Ends a connection that takes no further calls: with its last call or, if its server is no longer used, with the last call
 * that still has a caller. Thread-safe, except for methods that name their thread.
 */
final class Retirement {
    private final PooledConnection connection;
    private final ConnectedEndpoint endpoint;
    private final InFlightTable calls;
    private final AbandonedCalls abandoned;
    private final ReplyReader reader;

    /** Whether the connection takes no further calls, and ends with its last one. */
    private volatile boolean begun;

    /** Whether the connection ends without waiting for replies to abandoned calls. */
    private volatile boolean unused;

    Retirement(
            PooledConnection connection,
            ConnectedEndpoint endpoint,
            InFlightTable calls,
            AbandonedCalls abandoned,
            ReplyReader reader) {
        this.connection = connection;
        this.endpoint = endpoint;
        this.calls = calls;
        this.abandoned = abandoned;
        this.reader = reader;
    }

    /** {@return whether the connection takes no further calls} */
    boolean hasBegun() {
        return begun;
    }

    /** Stops taking calls. The connection ends with its last one. */
    void begin() {
        begun = true;
        endpoint.retire(connection);
    }

    /** Stops taking calls. The connection ends with the last one that still has a caller. */
    void beginUnused() {
        unused = true;
        begin();
        checkOnSelector();
    }

    /** Ends the connection on its selector thread if it takes no further calls and holds none. */
    void checkOnSelector() {
        if (begun) {
            connection.runOnSelector(this::check);
        }
    }

    /**
     * Ends the connection if it takes no further calls and holds none. Runs on the selector thread, and decides only while
     * that thread is the reader: then no abandoned call leaves the table between reading the number of abandoned calls and
     * the number of all calls, so the comparison cannot miss a call that has a caller. If callers may read, the check is
     * repeated once the selector thread reads again.
     */
    void check() {
        if (!begun) {
            return;
        }
        if (!reader.isSelector()) {
            reader.recall();
            return;
        }
        if (calls.closeIfEmpty() || (unused && abandoned.awaitingReply() >= calls.size())) {
            connection.end(
                    FailureCause.CLOSED_BY_PEER,
                    unused ? "closed because its server is no longer used" : "closed as the server asked",
                    null);
        }
    }
}
