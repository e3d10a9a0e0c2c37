package io.grizzlythrift.client.health;

import java.util.concurrent.TimeUnit;

/**
 * An average of latencies that follows a rise at once and a fall slowly, as in Finagle's {@code PeakEwma}: a latency above the
 * average replaces it; one below counts {@code 1 - exp(-t / 5 s)}, where {@code t} is the time since the last one. So the average
 * does not depend on how often it is measured.
 *
 * <p>Thread-safe without a lock: of two latencies that are added at the same time one may be lost. Allocates nothing.
 */
public final class PeakEwma {
    /** The time in which what was measured loses 63 percent of its weight. */
    static final double SMOOTHING_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * A server that has just started is slow for its first calls, and stays so if that keeps others away. So the shortest
     * latency of its first calls counts, this many of them.
     */
    static final int FIRST_CALLS = 100;

    /** Before so many calls, the shortest latency says nothing either. */
    static final int UNKNOWN_CALLS = 5;

    private volatile double average;

    /** Of the first calls. Unlike the average, it does not fall with time. */
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

    /** Lets the average fall while nothing is measured: a server that is avoided for its latency is tried again in time. */
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

    /** {@return whether enough calls were measured to compare the server by its latency} */
    public boolean isKnown() {
        return callsToCome <= FIRST_CALLS - UNKNOWN_CALLS;
    }

    /** {@return the average in nanoseconds; 0 as long as nothing is known} */
    public long nanos() {
        return (long) average;
    }
}
