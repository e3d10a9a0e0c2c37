package io.grizzlythrift.client.internal.stub;

import io.grizzlythrift.client.config.HedgePolicy;

/** The time after which a call of one method without a reply is hedged: fixed, or measured. Thread-safe. */
final class HedgeDelay {
    /** Returned instead of a delay while too few calls were measured. */
    static final long UNKNOWN = LatencyPercentile.UNKNOWN;

    private static final long MIN_NANOS = HedgePolicy.MIN_DELAY.toNanos();

    private final long fixedNanos;

    /** Null if the delay is fixed. */
    private final LatencyPercentile latency;

    HedgeDelay(HedgePolicy policy) {
        fixedNanos = policy.delay().isPresent() ? policy.delay().get().toNanos() : UNKNOWN;
        latency = policy.percentile().isPresent()
                ? new LatencyPercentile(policy.percentile().getAsDouble())
                : null;
    }

    /** {@return the delay in nanoseconds, or {@link #UNKNOWN}} */
    long nanos() {
        return latency == null ? fixedNanos : Math.max(MIN_NANOS, latency.nanos());
    }

    /** Records the latency of a call that had a reply before it was hedged. */
    void took(long nanos) {
        if (latency != null) {
            latency.took(nanos);
        }
    }

    /** Records a call that had no reply within the delay. */
    void exceeded() {
        if (latency != null) {
            latency.exceeded();
        }
    }
}
