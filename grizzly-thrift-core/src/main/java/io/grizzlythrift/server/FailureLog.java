package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the failures of a loop that must not end. The loop keeps a failure, which allocates nothing, and logs it in a
 * later turn, when there may be memory for a line again. At most one line a second. For one thread; throws nothing.
 */
final class FailureLog {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final String message;
    private Throwable kept;
    private long failures;
    private long nextLine = System.nanoTime();

    /** @param message what failed */
    FailureLog(String message) {
        this.message = message;
    }

    /** Keeps a failure until it can be logged; of several, the newest. */
    void keep(Throwable failure) {
        kept = failure;
        failures++;
    }

    /** Logs what was kept, unless a line was written less than a second ago. */
    void logKept() {
        if (kept == null) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (now - nextLine >= 0) {
                LOG.error("{}{}", message, LogLimiter.suffix(failures - 1), kept);
                nextLine = now + INTERVAL_NANOS;
                kept = null;
                failures = 0;
            }
        } catch (Throwable noMemoryForALine) {
            // It stays kept for the next turn.
        }
    }
}
