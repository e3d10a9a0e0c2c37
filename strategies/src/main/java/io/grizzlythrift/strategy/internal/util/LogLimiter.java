package io.grizzlythrift.strategy.internal.util;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Limits a log statement to one line per second, if need be after a burst, and counts the suppressed ones, so that a peer
 * cannot flood the log.
 *
 * <p>Safe for any number of threads: a thread writes the line only if its compare-and-set moves the time of the next
 * line by an interval, which succeeds for one thread per interval, or for as many as the burst has lines. The others add to the
 * count of suppressed lines. A count is read and reset in one atomic step, so no suppressed line is counted twice or lost.
 */
public final class LogLimiter {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;

    /** How much earlier than {@link #nextLogNanos} a line may be. */
    private final long burstNanos;

    /** The time of the next line if there were no bursts. */
    private final AtomicLong nextLogNanos;

    private final AtomicLong suppressed = new AtomicLong();

    /**
     * Creates a limiter that permits its first line immediately.
     *
     * @param nanoTime the clock, such as {@code System::nanoTime}
     */
    public LogLimiter(LongSupplier nanoTime) {
        this(nanoTime, 1);
    }

    /**
     * Creates a limiter that permits a burst of lines immediately. Each second without a line adds one to the next burst.
     *
     * @param nanoTime the clock, such as {@code System::nanoTime}
     * @param burst the maximum number of lines at once
     */
    public LogLimiter(LongSupplier nanoTime, int burst) {
        this.nanoTime = nanoTime;
        burstNanos = (burst - 1) * INTERVAL_NANOS;
        nextLogNanos = new AtomicLong(nanoTime.getAsLong());
    }

    /**
     * Writes a line, unless the last one is less than one second old, or ends a burst. An exception from the logger is swallowed and its
     * line counts as suppressed: a logger may fail because file descriptors have run out, and the thread that
     * reports just that must survive.
     *
     * @param line writes the line; its argument is the number of lines suppressed since the last one
     */
    public void log(LongConsumer line) {
        long count = tryAcquire();
        if (count >= 0) {
            try {
                line.accept(count);
            } catch (RuntimeException | Error e) {
                // facts.md#a-log-line-may-throw
                suppressed.addAndGet(count + 1);
            }
        }
    }

    /**
     * Returns how many lines were suppressed since the last one if a line may be written now. Otherwise counts the line as
     * suppressed and returns -1. Allocates nothing.
     */
    long tryAcquire() {
        long now = nanoTime.getAsLong();
        long due;
        do {
            due = nextLogNanos.get();
            if (now - due < -burstNanos) {
                suppressed.incrementAndGet();
                return -1;
            }
        } while (!nextLogNanos.compareAndSet(due, (now - due > 0 ? now : due) + INTERVAL_NANOS));
        return suppressed.getAndSet(0);
    }

    /**
     * Returns the end of a log line that reports suppressed lines.
     *
     * @param suppressed the argument that {@link #log} passed to the line
     * @return an empty string if {@code suppressed} is 0
     */
    public static String suffix(long suppressed) {
        return suppressed == 0 ? "" : " (and " + suppressed + " more in the last second)";
    }
}
