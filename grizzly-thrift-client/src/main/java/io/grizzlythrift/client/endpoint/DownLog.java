package io.grizzlythrift.client.endpoint;

import io.grizzlythrift.log.LogLimiter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Logs once that an endpoint has lost its last connection. Guarded by the lock of {@link EndpointConnections}. */
final class DownLog {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);

    private final String client;
    private final String endpoint;
    private final LogLimiter limiter = new LogLimiter(System::nanoTime);

    /** Whether the loss of the last connection was logged. */
    private boolean down;

    /** Whether the server asked for the end of the last connection. */
    private boolean left;

    DownLog(String client, String endpoint) {
        this.client = client;
        this.endpoint = endpoint;
    }

    /** A connection is open. */
    void up() {
        down = false;
        left = false;
    }

    /** The server asked for the end of a connection. */
    void left(boolean lastOne) {
        left = lastOne;
    }

    /** There is no connection. */
    void down(String reason) {
        if (!down) {
            down = true;
            Level level = left ? Level.DEBUG : Level.WARN; // its server said that it closes
            limiter.log(suppressed -> LOG.atLevel(level)
                    .log(
                            "client '{}': no connection to {}: {}{}",
                            client,
                            endpoint,
                            reason,
                            LogLimiter.suffix(suppressed)));
        }
    }
}
