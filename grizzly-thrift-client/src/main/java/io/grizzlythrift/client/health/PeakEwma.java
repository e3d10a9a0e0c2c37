package io.grizzlythrift.client.health;

import java.util.concurrent.TimeUnit;

/**
 * An average of latencies that rises at once and falls slowly, as in Finagle's {@code PeakEwma}. A latency above the
 * average replaces it. A latency below has the weight {@code 1 - exp(-t / 5 s)}, where {@code t} is the time since the
 * last latency. So the average does not depend on how often latencies are measured.
 *
 * <p>Thread-safe without a lock: of two latencies that are added at the same time, one may be lost. Allocates nothing.
 */
public final class PeakEwma {
    /** The time after which a latency has lost 63 percent of its weight. */
    static final double SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * The number of first calls for which the shortest latency is used instead of the average. A server that has just
     * started is slow for its first calls, and stays slow if their latency keeps further calls away.
     */
    static final int FIRST_CALLS = 100;

    /** The number of calls before which even the shortest latency is not meaningful. */
    static final int UNKNOWN_CALLS = 5;

    private volatile double average;

    /** The shortest latency of the first calls. Unlike the average, it does not fall with time. */
    private volatile double shortest;

    private volatile int callsToCome = FIRST_CALLS;
    private volatile long updatedAt;

    /** Adds a latency that was measured now. */
    public void add(long nanos, long now) {
        int left = callsToCome;
        if (left > 0) {
            callsToCome = left - 1;
        }
        double latency = Math.max(1, nanos);
        double before = average;
        if (left > 0) {
            shortest = left == FIRST_CALLS ? latency : Math.min(shortest, latency);
            average = shortest;
        } else if (latency >= before) {
            average = latency;
        } else {
            double kept = kept(now);
            average = before * kept + latency * (1 - kept);
        }
        updatedAt = now;
    }

    /**
     * Lowers the average while nothing is measured, so that a server that is avoided for its latency is tried again.
     */
    public void decay(long now) {
        double before = average;
        if (before > 0) {
            average = Math.max(1, before * kept(now));
            updatedAt = now;
        }
    }

    private double kept(long now) {
        return Math.exp(-Math.max(0, now - updatedAt) / SMOOTHING_NANOS);
    }

    /** Forgets all latencies. */
    public void reset() {
        average = 0;
        callsToCome = FIRST_CALLS;
    }

    /** {@return whether enough calls were measured to compare the server with others by its latency} */
    public boolean isKnown() {
        return callsToCome <= FIRST_CALLS - UNKNOWN_CALLS;
    }

    /** {@return the average in nanoseconds; 0 if nothing was measured yet} */
    public long nanos() {
        return (long) average;
    }
}
