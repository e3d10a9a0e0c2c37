package io.grizzlythrift.bench.load.plan;

/**
 * When calls are due: at even distances, whether replies come or not (an open loop).
 *
 * <p>A latency begins when its call was due, not when it could be sent, so the wait of a call that a slow reply held
 * back is in the figures. That is the whole correction for coordinated omission: nothing is guessed afterwards from an
 * expected interval.
 *
 * @param startNanos the clock when the schedule began
 * @param firstNanos from there to the first call
 * @param betweenNanos from a call to the next
 */
public record Schedule(long startNanos, double firstNanos, double betweenNanos) {
    private static final double NANOS_PER_SECOND = 1e9;
    /** Some 73 years: still far from an overflow of the clock. */
    private static final double FARTHEST_NANOS = 0x1p61;

    /** The first call is due at the start. */
    public static Schedule ofRate(double callsPerSecond, long startNanos) {
        return new Schedule(startNanos, 0, NANOS_PER_SECOND / callsPerSecond);
    }

    /**
     * Some of these calls, again at even distances.
     *
     * @param first the number of the first of them
     * @param every how many calls of this schedule lie between two of them
     */
    public Schedule part(int first, double every) {
        return new Schedule(startNanos, firstNanos + first * betweenNanos, betweenNanos * every);
    }

    /**
     * When a call is due.
     *
     * @param call its number, from 0
     */
    public long due(long call) {
        return startNanos + (long) Math.min(firstNanos + call * betweenNanos, FARTHEST_NANOS);
    }
}
