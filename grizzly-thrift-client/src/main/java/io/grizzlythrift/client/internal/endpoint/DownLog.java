package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.ServerLogLimits;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs once that an endpoint has no open connection, within {@link ServerLogLimits}. Guarded by the lock of
 * {@link EndpointConnections}.
 */
final class DownLog {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final String client;
    private final String endpoint;
    private final ServerLogLimits limits;

    /** Whether it was logged that no connection is open. */
    private boolean down;

    /** Whether the last connection was retired, mostly because the server asked to close it. */
    private boolean left;

    DownLog(ClientContext context, String endpoint) {
        client = context.config().name();
        limits = context.logLimits();
        this.endpoint = endpoint;
    }

    /** A connection is open. */
    void up() {
        down = false;
        left = false;
    }

    /**
     * A connection was retired.
     *
     * @param lastOne whether no other one is open
     */
    void left(boolean lastOne) {
        left = lastOne;
    }

    /** No connection is open, because of a failure. */
    void down(String reason) {
        if (!down) {
            down = true;
            Level level = left ? Level.DEBUG : Level.WARN; // the server announced it
            LogLimiter limit = left ? limits.left() : limits.down();
            limit.log(suppressed -> LOG.atLevel(level)
                    .log(
                            "client '{}': no connection to {}: {}{}",
                            client,
                            endpoint,
                            reason,
                            LogLimiter.suffix(suppressed)));
        }
    }
}
