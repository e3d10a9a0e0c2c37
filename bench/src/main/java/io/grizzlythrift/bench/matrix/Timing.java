package io.grizzlythrift.bench.matrix;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How often and how long everything is measured.
 *
 * @param rounds measurements of each case
 * @param warmup time before anything is recorded, in each measurement: its processes are new
 * @param duration time that is recorded
 */
public record Timing(int rounds, Duration warmup, Duration duration) {
    /** Checks the bounds. */
    public Timing {
        requireNonNull(warmup, "warmup");
        requireNonNull(duration, "duration");
        if (rounds < 1) {
            throw new IllegalArgumentException("rounds must be at least 1, but is " + rounds);
        }
        if (duration.isZero()) {
            throw new IllegalArgumentException("duration must be more than 0");
        }
    }

    static Timing of(int rounds, int warmupSeconds, int seconds) {
        return new Timing(rounds, Duration.ofSeconds(warmupSeconds), Duration.ofSeconds(seconds));
    }

    Duration perMeasurement() {
        return warmup.plus(duration);
    }
}
