package io.grizzlythrift.client.retry;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A percentile of the latency of one method, as it has been lately, in 8 bytes. With each call the estimate m grows or
 * shrinks by a small part of itself, the more the rarer that should be:
 *
 * <pre>
 *   slower than m    m *= 1 + gain * q            q = 0.95 for the 95th percentile
 *   not slower       m *= 1 - gain * (1 - q)
 * </pre>
 *
 * <p>It stays where both balance: where a part q of the calls is not slower. This is the multiplicative update of Yazidi and
 * Hammer, "Multiplicative Update Methods for Incremental Quantile Estimation" (IEEE Transactions on Cybernetics 49(3), 2019).
 * It needs only to know on which side of m a call ended. So a call that was hedged, and whose latency is never known, counts
 * as exactly as any other: that is why no histogram is used here, which would lose the slow calls.
 *
 * <p>Thread-safe without a lock: the estimate and the number of calls are replaced by one compare-and-set. A call that loses
 * a race is not counted.
 */
public final class LatencyPercentile {
    /** In place of an estimate: too few calls were measured. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    /** There is no estimate before this number of calls: {@value}. */
    public static final int MIN_CALLS = 100;

    /** From 1 ms to 100 ms in about 100 calls, and back in about 2,000, for the 95th percentile. */
    private static final double GAIN = 0.05;

    /** The gain of the first calls, which is shortened by their number. */
    private static final double FIRST_GAIN = 1;

    private final double quantile;

    /** The bits of the estimate as a float, in nanoseconds, and the number of calls up to {@link #MIN_CALLS}. */
    private final AtomicLong state = new AtomicLong();

    /** @param percentile between 0 and 100 */
    public LatencyPercentile(double percentile) {
        quantile = percentile / 100;
    }

    /** {@return the estimate in nanoseconds, or {@link #UNKNOWN}} */
    public long nanos() {
        long current = state.get();
        return callsOf(current) < MIN_CALLS ? UNKNOWN : (long) estimateOf(current);
    }

    /** A call took this long. */
    public void took(long nanos) {
        long current = state.get();
        if (callsOf(current) == 0) {
            state.compareAndSet(current, stateOf((double) Math.max(1, nanos), 1));
        } else {
            update(current, nanos > estimateOf(current));
        }
    }

    /** A call took longer than the estimate, and nobody knows how long. */
    public void exceeded() {
        update(state.get(), true);
    }

    private void update(long current, boolean slower) {
        int calls = callsOf(current);
        double gain = Math.max(GAIN, FIRST_GAIN / Math.max(1, calls));
        double factor = slower ? 1 + gain * quantile : 1 - gain * (1 - quantile);
        double estimate = Math.max(1, estimateOf(current) * factor);
        state.compareAndSet(current, stateOf(estimate, Math.min(MIN_CALLS, calls + 1)));
    }

    private static double estimateOf(long state) {
        return Float.intBitsToFloat((int) (state >>> Integer.SIZE));
    }

    private static int callsOf(long state) {
        return (int) state;
    }

    private static long stateOf(double estimate, int calls) {
        return ((long) Float.floatToRawIntBits((float) estimate) << Integer.SIZE) | calls;
    }
}
