package io.grizzlythrift.client.retry;

import io.grizzlythrift.client.config.HedgePolicy;

/** How long a call of one method waits for a reply before it is hedged: a fixed time, or a measured one. Thread-safe. */
public final class HedgeDelay {
    /** In place of a delay: not yet known. */
    public static final long UNKNOWN = LatencyPercentile.UNKNOWN;

    private static final long MIN_NANOS = HedgePolicy.MIN_DELAY.toNanos();

    private final long fixedNanos;

    /** Null if the delay is fixed. */
    private final LatencyPercentile latency;

    public HedgeDelay(HedgePolicy policy) {
        fixedNanos = policy.delay().isPresent() ? policy.delay().get().toNanos() : UNKNOWN;
        latency = policy.percentile().isPresent()
                ? new LatencyPercentile(policy.percentile().getAsDouble())
                : null;
    }

    /** {@return the delay in nanoseconds, or {@link #UNKNOWN}} */
    public long nanos() {
        return latency == null ? fixedNanos : Math.max(MIN_NANOS, latency.nanos());
    }

    /** A call had a reply after this time, before it was hedged. */
    public void took(long nanos) {
        if (latency != null) {
            latency.took(nanos);
        }
    }

    /** A call had no reply within the delay. */
    public void exceeded() {
        if (latency != null) {
            latency.exceeded();
        }
    }
}
