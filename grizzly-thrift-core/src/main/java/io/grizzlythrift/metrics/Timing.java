package io.grizzlythrift.metrics;

import java.time.Duration;
import java.util.Objects;

/**
 * How long something took, over many times.
 *
 * @param count how many times
 * @param total all of them together
 * @param max the longest
 */
public record Timing(long count, Duration total, Duration max) {
    /**
     * As read.
     *
     * @param count how many times
     * @param total all of them together
     * @param max the longest
     */
    public Timing {
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(max, "max");
    }

    /**
     * The average.
     *
     * @return zero if there was none
     */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }
}
