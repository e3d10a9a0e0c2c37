package io.grizzlythrift.limits;

import io.grizzlythrift.strategy.internal.util.Bounds;

/**
 * Configures how a server adapts the limit on calls in flight to its capacity: {@link
 * ServerLimits.Builder#concurrencyLimit}.
 * Immutable.
 *
 * <p>The server compares how long calls take, including their wait for a thread, with the long-term average time of
 * handlers. While calls take at most {@link #tolerance()} times as long and the limit is in use, it rises. While they
 * take longer, it falls, by at most a tenth each quarter of a second. Calls over the limit are rejected at once, with a
 * reply which states that they did not run, so a client can send them to another server.
 *
 * <p>There is one limit for all methods, and it follows their mean time. It suits servers whose calls take similar
 * times. If there are many quick calls and some that take a thousand times longer, such as calls that wait for an
 * event, the mean of a window depends on how many slow calls ended in it, not on how busy the server is: the limit
 * falls to its minimum and stays there. Serve such methods from a separate server, or choose a sufficiently large
 * minimum.
 */
public final class ConcurrencyLimit {
    /** The smallest limit unless set: {@value} calls. */
    public static final int DEFAULT_MIN = 20;

    /** The largest limit unless set: {@value} calls. */
    public static final int DEFAULT_MAX = 1_000;

    /** The tolerance unless set: {@value}. */
    public static final double DEFAULT_TOLERANCE = 2.0;

    /** The largest tolerance: {@value}. */
    public static final double MAX_TOLERANCE = 100.0;

    private static final ConcurrencyLimit ADAPTIVE = new ConcurrencyLimit(DEFAULT_MIN, DEFAULT_MAX, DEFAULT_TOLERANCE);

    private final int min;
    private final int max;
    private final double tolerance;

    private ConcurrencyLimit(int min, int max, double tolerance) {
        this.min = min;
        this.max = max;
        this.tolerance = tolerance;
    }

    /**
     * {@return a limit of {@value #DEFAULT_MIN} to {@value #DEFAULT_MAX} calls, with a tolerance of {@value
     * #DEFAULT_TOLERANCE}}
     */
    public static ConcurrencyLimit adaptive() {
        return ADAPTIVE;
    }

    /**
     * Returns a copy with other bounds. The limit starts at the smaller one. If a pool of threads runs blocking
     * handlers, the smaller bound should be at least the number of threads: a lower limit would leave some of them
     * idle.
     *
     * @param least the smallest limit, 1 to {@value ServerLimits#MAX_CALLS} calls
     * @param most the largest limit, {@code least} to {@value ServerLimits#MAX_CALLS} calls; not more than {@link
     *     ServerLimits#maxInFlight()}, which is checked when the limits are built
     * @return a new object
     * @throws IllegalArgumentException if either is out of bounds
     */
    public ConcurrencyLimit withBounds(int least, int most) {
        Bounds.requireBetween("concurrencyLimit min", least, 1, ServerLimits.MAX_CALLS);
        Bounds.requireBetween("concurrencyLimit max", most, least, ServerLimits.MAX_CALLS);
        return new ConcurrencyLimit(least, most, tolerance);
    }

    /**
     * Returns a copy with another tolerance: the time that a call may take, including its wait for a thread, as a
     * multiple of the long-term average time of handlers. With 2, a call may wait as long as its handler runs. A
     * smaller tolerance keeps waits shorter, but rejects calls of short bursts that would have completed in time.
     *
     * @param times 1 to {@value #MAX_TOLERANCE}
     * @return a new object
     * @throws IllegalArgumentException if out of bounds
     */
    public ConcurrencyLimit withTolerance(double times) {
        if (!(times >= 1 && times <= MAX_TOLERANCE)) {
            throw new IllegalArgumentException(
                    "concurrencyLimit tolerance is " + times + ", must be 1 to " + MAX_TOLERANCE);
        }
        return new ConcurrencyLimit(min, max, times);
    }

    /** {@return the smallest limit, in calls} */
    public int min() {
        return min;
    }

    /** {@return the largest limit, in calls} */
    public int max() {
        return max;
    }

    /** {@return the time that a call may take, as a multiple of the long-term average time of handlers} */
    public double tolerance() {
        return tolerance;
    }

    /** {@return the bounds and the tolerance} */
    @Override
    public String toString() {
        return "adaptive[" + min + " to " + max + " calls, tolerance " + tolerance + "]";
    }
}
