package io.grizzlythrift.bench.matrix;

import java.time.Duration;
import java.util.Locale;

/** Progress of a matrix: the number of measurements done, and an estimate of the remaining time, based on those. */
public final class Progress {
    /** Estimate for the start and end of two JVMs, used until the first measurement is done. */
    private static final Duration FIRST_GUESS_OF_OVERHEAD = Duration.ofMillis(1500);

    private final int all;
    private Duration planned;
    private Duration overheads = Duration.ZERO;
    private int done;

    /**
     * @param all total number of measurements
     * @param planned total time of all measurements, without the start of their processes
     */
    Progress(int all, Duration planned) {
        this.all = all;
        this.planned = planned;
    }

    /** Records the end of a measurement, with its planned and its actual time. */
    void done(Duration plan, Duration taken) {
        planned = planned.minus(plan);
        overheads = overheads.plus(taken).minus(plan);
        done++;
    }

    int all() {
        return all;
    }

    Duration left() {
        Duration overhead = done == 0 ? FIRST_GUESS_OF_OVERHEAD : overheads.dividedBy(done);
        return planned.plus(overhead.multipliedBy(all - done));
    }

    /** Returns text such as {@code [3/40, 5 min 10 s left]}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "[%d/%d, %s left]", done, all, text(left()));
    }

    /** Returns text such as {@code 1 h 5 min}, {@code 5 min 10 s} or {@code 10 s}. */
    public static String text(Duration time) {
        long seconds = Math.max(0, Math.round(time.toMillis() / 1000.0));
        if (seconds >= 3600) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds >= 60 ? seconds / 60 + " min " + seconds % 60 + " s" : seconds + " s";
    }
}
