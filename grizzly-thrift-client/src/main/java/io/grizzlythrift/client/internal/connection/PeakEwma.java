package io.grizzlythrift.client.internal.connection;

import java.util.concurrent.TimeUnit;

/**
 * An average of latencies that rises quickly and falls slowly, after Finagle's {@code PeakEwma}. A latency above the
 * average raises it by an eighth of the difference, but at most to twice its value. A latency below lowers it by {@code 1
 * - exp(-t / 5 s)} of the difference, where {@code t} is the time since the last latency, and by at least 1/64: if it fell
 * by time alone, of two equal servers the one with more calls would have more peaks, and look slower. For the same reason,
 * a single peak does not replace the average as it does in Finagle. Only good replies lower the average.
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

    /** The part of the difference by which a higher latency raises the average. */
    private static final double RISE = 1.0 / 8;

    /** The least part of the difference by which a lower latency lowers the average. */
    private static final double MIN_FALL = 1.0 / 64;

    private volatile double average;

    /** The average when it was last measured, before any decay. */
    private double measured;

    /** The average before the last latency was added. */
    private double averageBefore;

    /** The shortest latency of the first calls. Unlike the average, it does not fall with time. */
    private volatile double shortest;

    /** The average time after which replies come, late ones included; 0 if none has come. Abandoned calls do not change it. */
    private volatile double replied;

    private volatile int callsToCome = FIRST_CALLS;
    private volatile long updatedAt;

    /** Adds the latency of a good reply that came now. */
    public void add(long nanos, long now) {
        int left = callsToCome;
        if (left > 0) {
            callsToCome = left - 1;
        }
        double latency = Math.max(1, nanos);
        addReply(latency);
        double before = average;
        averageBefore = before;
        if (left > 0) {
            // facts.md#a-cold-server-looks-slowest
            shortest = left == FIRST_CALLS ? latency : Math.min(shortest, latency);
            average = shortest;
        } else if (latency >= before) {
            average = risen(before, latency);
        } else {
            average = before - (before - latency) * Math.max(MIN_FALL, 1 - kept(now));
        }
        measured = average;
        updatedAt = now;
    }

    /** Reverts the last {@link #add} if it lowered the average: the reply cannot be read. Of several, reverts only that. */
    public void revoke(long now) {
        int left = callsToCome;
        if (left > 0) {
            callsToCome = Math.min(FIRST_CALLS, left + 1);
            shortest = averageBefore;
            average = averageBefore;
        } else if (average < averageBefore) {
            average = averageBefore;
        }
        measured = average;
        updatedAt = now;
    }

    /** Adds the time after which a reply came to a call that had been abandoned. */
    public void addLate(long nanos, long now) {
        addReply((double) nanos);
        addLonger(nanos, now);
    }

    private void addReply(double nanos) {
        double before = replied;
        replied = before == 0 ? nanos : before + (nanos - before) * RISE;
    }

    /** {@return the average time after which replies come, in nanoseconds, even if their callers had left; 0 if none has come} */
    public long replyNanos() {
        return (long) replied;
    }

    private static double risen(double before, double latency) {
        return before == 0 ? latency : before + Math.min(before, (latency - before) * RISE);
    }

    /** Adds the latency of a call without a good reply, or the time that it has taken so far, unless it is shorter. */
    public void addLonger(long nanos, long now) {
        keep(now);
        if (nanos > average) {
            average = risen(average, (double) nanos);
            measured = average;
        }
    }

    /** Raises the average to at least this time, which a call has taken without a reply. */
    public void raise(long nanos, long now) {
        keep(now);
        if (nanos > average) {
            average = nanos;
            measured = nanos;
        }
    }

    /** Reverts the decay since the last measurement: a call had no good reply, so the server is no faster than it was. */
    public void keep(long now) {
        if (average < measured) {
            average = measured;
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
        measured = 0;
        averageBefore = 0;
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
