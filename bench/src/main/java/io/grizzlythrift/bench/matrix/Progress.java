package io.grizzlythrift.bench.matrix;

import java.time.Duration;
import java.util.Locale;

/** Which measurement of how many it is, and how long the rest will take, judged by those that are done. */
final class Progress {
    /** Two JVMs start and end, before that is measured. */
    private static final Duration FIRST_GUESS_OF_OVERHEAD = Duration.ofMillis(1500);

    private final int all;
    private Duration planned;
    private Duration overheads = Duration.ZERO;
    private int done;

    /**
     * @param all how many measurements there will be
     * @param planned how long all of them take beside the start of their processes
     */
    Progress(int all, Duration planned) {
        this.all = all;
        this.planned = planned;
    }

    /** Records the end of a measurement: the time that was planned for it, and the time that it took. */
    void done(Duration plan, Duration taken) {
        planned = planned.minus(plan);
        overheads = overheads.plus(taken).minus(plan);
        done++;
    }

    Duration left() {
        Duration overhead = done == 0 ? FIRST_GUESS_OF_OVERHEAD : overheads.dividedBy(done);
        return planned.plus(overhead.multipliedBy(all - done));
    }

    /** Such as {@code [3/40, 5 min 10 s left]}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "[%d/%d, %s left]", done, all, text(left()));
    }

    /** Such as {@code 1 h 5 min}, {@code 5 min 10 s} or {@code 10 s}. */
    static String text(Duration time) {
        long seconds = Math.max(0, Math.round(time.toMillis() / 1000.0));
        if (seconds >= 3600) {
            return seconds / 3600 + " h " + seconds % 3600 / 60 + " min";
        }
        return seconds >= 60 ? seconds / 60 + " min " + seconds % 60 + " s" : seconds + " s";
    }
}
