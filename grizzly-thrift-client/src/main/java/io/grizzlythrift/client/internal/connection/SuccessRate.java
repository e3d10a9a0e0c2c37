package io.grizzlythrift.client.internal.connection;

import java.util.concurrent.TimeUnit;

/**
 * The fraction of a server's recent attempts that were good: an exponentially weighted average over about {@value
 * #CALLS} attempts. While nothing is measured, it rises to 1 again, so that a server that is avoided for its failures
 * is tried again.
 *
 * <p>Thread-safe without a lock: of two outcomes that are added at the same time, one may be lost. Allocates nothing.
 * As long as no attempt fails, a good one costs one read. Why: facts.md#a-failing-server-looks-fastest.
 */
final class SuccessRate {
    /** The number of attempts after which an outcome has lost 63 percent of its weight. */
    static final int CALLS = 32;

    /** The time without attempts after which a failure has lost 63 percent of its weight. */
    static final double RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Below this, the few good replies say nothing about how fast the server is. */
    private static final double LOW = 0.5;

    private static final double LOWEST = 1e-3;
    private static final double HIGHEST = 1 - 1e-3;
    private static final double KEPT = 1 - 1.0 / CALLS;

    private volatile double rate = 1;
    private volatile long updatedAt;

    /** {@return the fraction, above 0, up to 1} */
    double value() {
        return rate;
    }

    /** {@return whether most attempts fail} */
    boolean isLow() {
        return rate < LOW;
    }

    /** Adds good attempts. */
    void good(int calls, long now) {
        double before = rate;
        if (before < 1) {
            set(1 - (1 - before) * Math.pow(KEPT, calls), now);
        }
    }

    /** Adds an attempt that failed. */
    void failed(long now) {
        set(rate * KEPT, now);
    }

    /** Replaces an attempt that was just added as a good one by one that failed. */
    void revoke(long now) {
        set(rate - (1 - KEPT), now);
    }

    /** Raises the fraction while nothing is measured. */
    void decay(long now) {
        double before = rate;
        if (before < 1) {
            set(1 - (1 - before) * Math.exp(-Math.max(0, now - updatedAt) / RECOVERY_NANOS), now);
        }
    }

    /** Forgets all attempts. */
    void reset() {
        rate = 1;
    }

    private void set(double next, long now) {
        rate = next > HIGHEST ? 1 : Math.max(LOWEST, next);
        updatedAt = now;
    }
}
