package io.grizzlythrift.strategy.internal.queue;

import java.util.function.LongSupplier;

/**
 * Decides whether work has waited without a pause for so long that more arrives than is served. Work that waits for a
 * moment is no sign of that: a burst ends with an empty queue. From "Fail at Scale" (Maurer, ACM Queue 13:8, 2015), which
 * derives it from CoDel (RFC 8289). Reads no clock until an interval is set.
 */
final class OverloadDetector {
    /** The time that stands for an empty queue. */
    static final long EMPTY = 0;

    private static final long OFF = Long.MAX_VALUE;

    private final LongSupplier clock;
    private long intervalNanos = OFF;

    OverloadDetector(LongSupplier clock) {
        this.clock = clock;
    }

    /** Sets the interval after which waiting work means overload. Called before the first work is queued. */
    void setInterval(long nanos) {
        intervalNanos = nanos;
    }

    boolean isOn() {
        return intervalNanos != OFF;
    }

    /** Returns the time at which work begins to wait, for {@link #isOverloaded}. */
    long now() {
        return clock.getAsLong() | 1; // not EMPTY
    }

    boolean isOverloaded(long waitingSince) {
        return waitingSince != EMPTY && clock.getAsLong() - waitingSince >= intervalNanos;
    }
}
