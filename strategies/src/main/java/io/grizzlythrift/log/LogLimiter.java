package io.grizzlythrift.log;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Lets one log line through per second and counts the others, so that a peer cannot flood the log. Safe for any number
 * of threads.
 */
public final class LogLimiter {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final AtomicLong next;
    private final AtomicLong suppressed = new AtomicLong();

    /**
     * Makes a limiter that lets the first line through.
     *
     * @param nanoTime the clock, such as {@code System::nanoTime}
     */
    public LogLimiter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        next = new AtomicLong(nanoTime.getAsLong());
    }

    /**
     * Logs, unless that was done less than a second ago. A logger that fails ends nothing but its line: without a
     * descriptor left it may not find what it needs, and the thread that reports just that must go on.
     *
     * @param line writes the line; gets the number of lines suppressed since the last one
     */
    public void log(LongConsumer line) {
        long now = nanoTime.getAsLong();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + INTERVAL_NANOS)) {
            long count = suppressed.getAndSet(0);
            try {
                line.accept(count);
            } catch (RuntimeException | Error e) {
                suppressed.addAndGet(count + 1);
            }
        } else {
            suppressed.incrementAndGet();
        }
    }

    /**
     * What to append to a line.
     *
     * @param suppressed the number given to the line
     * @return the empty string if it is 0
     */
    public static String suffix(long suppressed) {
        return suppressed == 0 ? "" : " (and " + suppressed + " more in the last second)";
    }
}
