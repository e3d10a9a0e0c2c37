package io.grizzlythrift.limits;

import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.server.ServiceOptions;

/**
 * How a server adapts the number of calls in flight to what it can take: {@link ServiceOptions#concurrencyLimit}. Immutable.
 *
 * <p>The server compares how long calls take, their wait for a thread included, with how long handlers take in the long
 * run. While calls take at most {@link #tolerance()} times as long and the limit is in use, it rises; while they take
 * longer, it falls, by at most a tenth each quarter of a second. Calls over it are rejected at once, with a reply that says
 * that they did not run, so a client can send them to another server.
 *
 * <p>There is one limit for all methods, and it follows their mean time. It fits servers whose calls take similar times. Where
 * many quick calls and some that take a thousand times longer run, such as those that wait for an event, the mean of a window
 * says how many slow calls ended in it, not how busy the server is: the limit falls to its smallest value and stays there. Give
 * such methods a server of their own, or choose that value so that it is enough.
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

    /** {@return a limit of {@value #DEFAULT_MIN} to {@value #DEFAULT_MAX} calls, with a tolerance of {@value #DEFAULT_TOLERANCE}} */
    public static ConcurrencyLimit adaptive() {
        return ADAPTIVE;
    }

    /**
     * Returns this with other bounds. The limit starts at the smaller one. Where a pool of threads runs blocking handlers,
     * the smaller one should not be less than the number of threads: fewer calls would leave some of them idle.
     *
     * @param least the smallest limit, 1 to {@value ServerLimits#MAX_CALLS} calls
     * @param most the largest limit, {@code least} to {@value ServerLimits#MAX_CALLS} calls; not more than {@link
     *     ServerLimits#maxInFlight()}, which is checked when the server is built
     * @return a new object
     * @throws IllegalArgumentException if one of them is out of bounds
     */
    public ConcurrencyLimit withBounds(int least, int most) {
        Bounds.requireBetween("concurrencyLimit min", least, 1, ServerLimits.MAX_CALLS);
        Bounds.requireBetween("concurrencyLimit max", most, least, ServerLimits.MAX_CALLS);
        return new ConcurrencyLimit(least, most, tolerance);
    }

    /**
     * Returns this with another tolerance: how many times as long as handlers take in the long run a call may take, its wait
     * for a thread included. With 2, a call may wait as long as its handler runs. A smaller tolerance keeps waits shorter,
     * and rejects calls of short bursts that would have been in time.
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

    /** {@return how many times as long as handlers take in the long run a call may take} */
    public double tolerance() {
        return tolerance;
    }

    /** {@return the bounds and the tolerance} */
    @Override
    public String toString() {
        return "adaptive[" + min + " to " + max + " calls, tolerance " + tolerance + "]";
    }
}
