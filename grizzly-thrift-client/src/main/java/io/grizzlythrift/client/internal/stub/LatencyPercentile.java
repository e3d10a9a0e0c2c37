package io.grizzlythrift.client.internal.stub;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Estimates a percentile of the recent latency of one method, in 8 bytes. Each call increases or decreases the estimate
 * m by a small part of itself; the rarer the case, the larger the step:
 *
 * <pre>
 *   slower than m    m *= 1 + gain * q            q = 0.95 for the 95th percentile
 *   not slower       m *= 1 - gain * (1 - q)
 * </pre>
 *
 * <p>The estimate settles where both balance: where a fraction q of the calls is not slower. This is the multiplicative
 * update of Yazidi and Hammer, "Multiplicative Update Methods for Incremental Quantile Estimation" (IEEE Transactions
 * on Cybernetics 49(3), 2019). For each call, it needs to know only whether the call was slower than m. So a hedged
 * call, whose latency is never known, counts as precisely as any other. A histogram would lose these slow calls.
 *
 * <p>Thread-safe without a lock: one compare-and-set replaces both the estimate and the number of calls. A call that
 * loses a race is not counted.
 */
final class LatencyPercentile {
    /** Returned instead of an estimate while too few calls were measured. */
    static final long UNKNOWN = Long.MAX_VALUE;

    /** The number of calls that an estimate needs: {@value}. */
    static final int MIN_CALLS = 100;

    /** For the 95th percentile, goes from 1 ms to 100 ms within about 100 calls, and back within about 2,000. */
    private static final double GAIN = 0.05;

    /** The gain of the first call; it is divided by the number of calls until it reaches {@link #GAIN}. */
    private static final double FIRST_GAIN = 1;

    private final double quantile;

    /** The bits of the estimate in nanoseconds, as a float, and the number of calls up to {@link #MIN_CALLS}. */
    private final AtomicLong state = new AtomicLong();

    /** @param percentile between 0 and 100 */
    LatencyPercentile(double percentile) {
        quantile = percentile / 100;
    }

    /** {@return the estimate in nanoseconds, or {@link #UNKNOWN}} */
    long nanos() {
        long current = state.get();
        return callsOf(current) < MIN_CALLS ? UNKNOWN : (long) estimateOf(current);
    }

    /** Records the latency of a call. */
    void took(long nanos) {
        long current = state.get();
        if (callsOf(current) == 0) {
            state.compareAndSet(current, stateOf((double) Math.max(1, nanos), 1));
        } else {
            update(current, nanos > estimateOf(current));
        }
    }

    /** Records a call that took longer than the estimate; how long is not known. */
    void exceeded() {
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
