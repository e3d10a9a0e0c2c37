package io.grizzlythrift.client.config;

import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Decides when a call that has no reply yet is also sent to another endpoint: the first good reply ends the call, and
 * the other attempts are cancelled. See "The Tail at Scale" (Dean and Barroso, Communications of the ACM 56(2), 2013).
 * Immutable.
 *
 * <p>Only calls of stubs are hedged, and only calls of methods that the {@link RetryPolicy} declares idempotent; oneway
 * calls are not. Each hedge counts as one of the retries of its call, and takes a token from the same budget. It needs
 * an open connection to another endpoint. Calls that a handler makes while it runs a retry or a hedge are not hedged.
 *
 * <p>A good reply is a result, or an exception that the IDL declares. If an attempt ends in any other way, the call
 * waits for the other attempts, if there are any.
 */
public final class HedgePolicy {
    /** The shortest delay: 1 ms. */
    public static final Duration MIN_DELAY = Duration.ofMillis(1);

    /** The longest delay: 1 hour. */
    public static final Duration MAX_DELAY = Duration.ofHours(1);

    /** The lowest percentile: {@value}. */
    public static final double MIN_PERCENTILE = 50;

    /** The highest percentile: {@value}. */
    public static final double MAX_PERCENTILE = 99.9;

    private final OptionalDouble percentile;
    private final Optional<Duration> delay;

    private HedgePolicy(OptionalDouble percentile, Optional<Duration> delay) {
        this.percentile = percentile;
        this.delay = delay;
    }

    /**
     * Hedges calls that take longer than this percentile of the latency of their method, but never before {@link
     * #MIN_DELAY}. The client measures the percentile for each method, and hedges none of its first hundred calls. With
     * 95, about 5 % of the calls are sent twice.
     *
     * @param percentile {@value #MIN_PERCENTILE} to {@value #MAX_PERCENTILE}
     * @return a policy
     * @throws IllegalArgumentException if out of bounds
     */
    public static HedgePolicy afterPercentile(double percentile) {
        Bounds.requireBetween("percentile", percentile, MIN_PERCENTILE, MAX_PERCENTILE);
        return new HedgePolicy(OptionalDouble.of(percentile), Optional.empty());
    }

    /**
     * Hedges calls that take longer than this delay.
     *
     * @param delay 1 ms to 1 hour; hedges are sent up to 5 ms late
     * @return a policy
     * @throws IllegalArgumentException if out of bounds
     */
    public static HedgePolicy afterDelay(Duration delay) {
        return new HedgePolicy(
                OptionalDouble.empty(), Optional.of(Bounds.requireBetween("delay", delay, MIN_DELAY, MAX_DELAY)));
    }

    /** {@return the percentile of the measured latency; empty if the delay is fixed} */
    public OptionalDouble percentile() {
        return percentile;
    }

    /** {@return the fixed delay; empty if it is measured} */
    public Optional<Duration> delay() {
        return delay;
    }

    @Override
    public String toString() {
        return delay.map(fixed -> "HedgePolicy[after " + fixed + "]")
                .orElseGet(() -> "HedgePolicy[after percentile " + percentile.getAsDouble() + "]");
    }
}
