package io.grizzlythrift.strategy.internal.util;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs the failures of a loop that must not end, at most one line per second.
 *
 * <p>Recording a failure allocates nothing. The line is written in a later iteration of the loop, when memory may be
 * available again. For use by one thread; throws nothing.
 */
public final class FailureLog {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Logger logger;
    private final String message;
    private Throwable pending;
    private long failures;
    private long nextLogNanos = System.nanoTime();

    /**
     * Creates a log with no pending failure.
     *
     * @param logger receives the lines
     * @param message says what failed
     */
    public FailureLog(Logger logger, String message) {
        this.logger = logger;
        this.message = message;
    }

    /**
     * Records a failure to be logged later. Replaces an older failure that has not been logged; both are counted.
     *
     * @param failure the failure
     */
    public void record(Throwable failure) {
        pending = failure;
        failures++;
    }

    /** Logs the pending failure, if any, unless the last line is less than one second old. */
    public void logPending() {
        if (pending == null) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (now - nextLogNanos >= 0) {
                logger.error("{}{}", message, LogLimiter.suffix(failures - 1), pending);
                nextLogNanos = now + INTERVAL_NANOS;
                pending = null;
                failures = 0;
            }
        } catch (Throwable loggingFailed) {
            // The failure stays pending until the next call.
        }
    }
}
