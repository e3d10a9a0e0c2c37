package io.grizzlythrift.bench.load.plan;

/**
 * The times when calls are due: at even intervals, whether or not replies arrive (an open loop).
 *
 * <p>A latency is measured from when its call was due, not from when it could be sent, so it includes the time for
 * which a slow reply delayed the call. This is the whole correction for coordinated omission: no latencies are
 * estimated afterwards from an expected interval.
 *
 * @param startNanos time of the clock at the start of the schedule
 * @param firstNanos time from the start to the first call
 * @param betweenNanos time between two calls
 */
public record Schedule(long startNanos, double firstNanos, double betweenNanos) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** About 73 years: still far from an overflow of the clock. */
    private static final double FARTHEST_NANOS = 0x1p61;

    /** Returns a schedule with a fixed rate. Its first call is due at the start. */
    public static Schedule ofRate(double callsPerSecond, long startNanos) {
        return new Schedule(startNanos, 0, NANOS_PER_SECOND / callsPerSecond);
    }

    /**
     * Returns a schedule of some of these calls, again at even intervals.
     *
     * @param first number of the first of these calls
     * @param every distance between two of them, in calls of this schedule
     */
    public Schedule part(int first, double every) {
        return new Schedule(startNanos, firstNanos + first * betweenNanos, betweenNanos * every);
    }

    /**
     * Returns the time when a call is due.
     *
     * @param call number of the call, from 0
     */
    public long due(long call) {
        return startNanos + (long) Math.min(firstNanos + call * betweenNanos, FARTHEST_NANOS);
    }
}
