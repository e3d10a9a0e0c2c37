package io.grizzlythrift.log;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs the failures of a loop that must not end. The loop keeps a failure, which allocates nothing, and logs it in a
 * later turn, when there may be memory for a line again. At most one line a second. For one thread; throws nothing.
 */
public final class FailureLog {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Logger logger;
    private final String message;
    private Throwable kept;
    private long failures;
    private long nextLine = System.nanoTime();

    /**
     * Makes a log that has nothing to write yet.
     *
     * @param logger gets the lines
     * @param message what failed
     */
    public FailureLog(Logger logger, String message) {
        this.logger = logger;
        this.message = message;
    }

    /** Keeps a failure until it can be logged; of several, the newest. */
    public void keep(Throwable failure) {
        kept = failure;
        failures++;
    }

    /** Logs what was kept, unless a line was written less than a second ago. */
    public void logKept() {
        if (kept == null) {
            return;
        }
        try {
            long now = System.nanoTime();
            if (now - nextLine >= 0) {
                logger.error("{}{}", message, LogLimiter.suffix(failures - 1), kept);
                nextLine = now + INTERVAL_NANOS;
                kept = null;
                failures = 0;
            }
        } catch (Throwable noMemoryForALine) {
            // It stays kept for the next turn.
        }
    }
}
