package io.grizzlythrift.client.internal.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The slow start of one server: it begins with a small part of its weight, which then grows to the full one. Thread-safe. */
final class SlowStart {
    /** The fraction of its weight with which a server starts. */
    static final double FIRST_WEIGHT = 0.1;

    private static final long NOT_WARMING = Long.MIN_VALUE;

    private final Duration duration;
    private final LongSupplier clock;
    private volatile long warmingSince = NOT_WARMING;

    /** @param duration zero for none */
    SlowStart(Duration duration, LongSupplier clock) {
        this.duration = duration;
        this.clock = clock;
    }

    void begin() {
        warmingSince = duration.isZero() ? NOT_WARMING : clock.getAsLong();
    }

    /** {@return the fraction of its weight that the server has now, above 0, up to 1} */
    double weightFactor() {
        long since = warmingSince;
        if (since == NOT_WARMING) {
            return 1;
        }
        double part = (double) (clock.getAsLong() - since) / duration.toNanos();
        if (part >= 1) {
            warmingSince = NOT_WARMING;
            return 1;
        }
        return FIRST_WEIGHT + (1 - FIRST_WEIGHT) * part;
    }
}
