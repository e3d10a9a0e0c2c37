package io.grizzlythrift.metrics;

import java.time.Duration;
import java.util.Objects;

/**
 * Summarizes many durations. Immutable.
 *
 * @param count the number of durations
 * @param total their sum
 * @param max the longest one
 */
public record Timing(long count, Duration total, Duration max) {
    /**
     * Creates a summary.
     *
     * @param count the number of durations
     * @param total their sum
     * @param max the longest one
     */
    public Timing {
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(max, "max");
    }

    /** {@return the average duration; zero if the count is 0} */
    public Duration mean() {
        return count == 0 ? Duration.ZERO : total.dividedBy(count);
    }
}
