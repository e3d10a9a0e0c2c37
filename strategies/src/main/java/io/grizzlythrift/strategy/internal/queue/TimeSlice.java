package io.grizzlythrift.strategy.internal.queue;

import java.util.function.LongSupplier;

/**
 * Measures whether a thread has used up its time slice on one batch, with few clock reads. {@link #isOver} is called
 * after each call. It reads the clock after the first call; while calls are quick, it doubles the number of calls until
 * the next read, up to {@value #MAX_STRIDE}; after a slow call it reads the clock after each call again. So quick calls
 * cost few clock reads, and a slow call is noticed soon.
 *
 * <p>One object per thread, reused for every slice. Not thread-safe.
 */
public final class TimeSlice {
    static final int MAX_STRIDE = 16;

    /** Calls are quick if less than this fraction of the slice has passed between two clock reads. */
    private static final int QUICK_PART = 16;

    private final long nanos;
    private final LongSupplier clock;
    private long begin;
    private long lastRead;
    private boolean isTimed;
    private int stride;
    private int callsToNextRead;

    /**
     * Creates a slice that has not begun.
     *
     * @param nanos its length in nanoseconds
     * @param clock as {@link System#nanoTime()}
     */
    public TimeSlice(long nanos, LongSupplier clock) {
        this.nanos = nanos;
        this.clock = clock;
    }

    /**
     * Begins a slice.
     *
     * @param timed whether the slice starts now; if false, it starts with the first {@link #isOver}, which saves a clock
     *     read
     */
    public void begin(boolean timed) {
        isTimed = timed;
        stride = 1;
        callsToNextRead = 1;
        if (timed) {
            begin = clock.getAsLong();
            lastRead = begin;
        }
    }

    /** Returns whether the slice is used up. Called after each call, while other flows wait. */
    public boolean isOver() {
        if (--callsToNextRead > 0) {
            return false;
        }
        long now = clock.getAsLong();
        if (!isTimed) {
            isTimed = true;
            begin = now;
        } else {
            boolean quick = now - lastRead < nanos / QUICK_PART;
            stride = quick ? Math.min(MAX_STRIDE, 2 * stride) : 1;
        }
        lastRead = now;
        callsToNextRead = stride;
        return now - begin >= nanos;
    }
}
