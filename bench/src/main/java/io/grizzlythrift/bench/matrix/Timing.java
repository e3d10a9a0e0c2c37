package io.grizzlythrift.bench.matrix;

import static io.grizzlythrift.strategy.internal.util.Bounds.requireBetween;
import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The number of rounds and the duration of each measurement.
 *
 * @param rounds measurements of each case
 * @param warmup time before recording starts, in each measurement, because its processes are new
 * @param duration time of the recording
 */
public record Timing(int rounds, Duration warmup, Duration duration) {
    /** Maximum number of rounds. */
    public static final int MAX_ROUNDS = 10_000;

    /** Checks the bounds. */
    public Timing {
        requireNonNull(warmup, "warmup");
        requireNonNull(duration, "duration");
        requireBetween("rounds", rounds, 1, MAX_ROUNDS);
        if (duration.isZero()) {
            throw new IllegalArgumentException("duration is 0s, must be more than 0s");
        }
    }

    static Timing of(int rounds, int warmupSeconds, int seconds) {
        return new Timing(rounds, Duration.ofSeconds(warmupSeconds), Duration.ofSeconds(seconds));
    }

    Duration perMeasurement() {
        return warmup.plus(duration);
    }
}
