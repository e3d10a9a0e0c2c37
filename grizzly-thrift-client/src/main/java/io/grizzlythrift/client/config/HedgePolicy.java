package io.grizzlythrift.client.config;

import io.grizzlythrift.option.Bounds;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * When a call that has no reply yet is also made on another endpoint: the first good reply is the result, and the other
 * attempts are cancelled. See "The Tail at Scale" (Dean and Barroso, Communications of the ACM 56(2), 2013). Immutable.
 *
 * <p>Only calls of stubs, and only of methods that the {@link RetryPolicy} declares idempotent, are hedged; oneway calls are
 * not. Each hedge counts as one of the retries of its call, and takes a token from the same budget. It needs an open
 * connection to another endpoint. Calls made in a handler whose own call was tried before are not hedged.
 *
 * <p>A result, and an exception that the IDL declares, are good replies. An attempt that ends in any other way leaves the
 * call to the others, if there are any.
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
     * Hedges calls that take longer than this part of the calls of their method does, but not before {@link #MIN_DELAY}. The
     * client measures that for each method, and hedges none of the first hundred calls. With 95, about 5 % of the calls are
     * made twice.
     *
     * @param percentile {@value #MIN_PERCENTILE} to {@value #MAX_PERCENTILE}
     * @return a policy
     * @throws IllegalArgumentException if out of bounds
     */
    public static HedgePolicy afterPercentile(double percentile) {
        if (!(percentile >= MIN_PERCENTILE && percentile <= MAX_PERCENTILE)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT, "percentile is %s, must be %s to %s", percentile, MIN_PERCENTILE, MAX_PERCENTILE));
        }
        return new HedgePolicy(OptionalDouble.of(percentile), Optional.empty());
    }

    /**
     * Hedges calls that take longer than this.
     *
     * @param delay 1 ms to 1 hour; hedges are made up to 5 ms late
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
