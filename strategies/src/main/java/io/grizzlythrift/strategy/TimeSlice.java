package io.grizzlythrift.strategy;

import java.util.function.LongSupplier;

/**
 * Says when a thread has worked on one batch for long enough. To be asked after each call; it looks at the clock after
 * the first call, then after twice as many calls each time while calls are quick, {@value #MAX_STRIDE} at most, and after
 * each call again once they are slow. So many quick calls cost few looks, and a slow call is noticed soon. One object per
 * thread, used turn after turn. Not thread-safe.
 */
final class TimeSlice {
    static final int MAX_STRIDE = 16;

    /** Between two looks less than this part of the slice has passed: calls are quick. */
    private static final int QUICK_PART = 16;

    private final long nanos;
    private final LongSupplier clock;
    private long begin;
    private long lastLook;
    private boolean isTimed;
    private int stride;
    private int callsToNextLook;

    TimeSlice(long nanos, LongSupplier clock) {
        this.nanos = nanos;
        this.clock = clock;
    }

    /**
     * Begins a turn.
     *
     * @param timed whether time passes from now on; otherwise, which costs no look at the clock, from the first
     *     question on
     */
    void begin(boolean timed) {
        isTimed = timed;
        stride = 1;
        callsToNextLook = 1;
        if (timed) {
            begin = clock.getAsLong();
            lastLook = begin;
        }
    }

    /** To be asked after a call, where it matters. */
    boolean isOver() {
        if (--callsToNextLook > 0) {
            return false;
        }
        long now = clock.getAsLong();
        if (!isTimed) {
            isTimed = true;
            begin = now;
        } else {
            boolean quick = now - lastLook < nanos / QUICK_PART;
            stride = quick ? Math.min(MAX_STRIDE, 2 * stride) : 1;
        }
        lastLook = now;
        callsToNextLook = stride;
        return now - begin >= nanos;
    }
}
