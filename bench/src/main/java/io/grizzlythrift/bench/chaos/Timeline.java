package io.grizzlythrift.bench.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** What was done to the fleet, and when. */
final class Timeline {
    private static final double MILLIS_PER_SECOND = 1_000.0;

    private final LongSupplier clockMillis;
    private final Consumer<String> progress;
    private final long startMillis;
    private final List<Moment> moments = new ArrayList<>();
    private final List<Restored> restored = new ArrayList<>();

    /**
     * Something that was done.
     *
     * @param second since the begin of the run
     * @param what in words
     */
    record Moment(double second, String what) {}

    /**
     * A server that can take calls as before.
     *
     * @param server its number
     * @param atSecond since the begin of the run
     * @param after what was over then
     */
    record Restored(int server, double atSecond, String after) {}

    /**
     * Begins now.
     *
     * @param clockMillis the time of day
     * @param progress gets a line for each moment
     */
    Timeline(LongSupplier clockMillis, Consumer<String> progress) {
        this.clockMillis = clockMillis;
        this.progress = progress;
        startMillis = clockMillis.getAsLong();
    }

    long startMillis() {
        return startMillis;
    }

    double seconds() {
        return (clockMillis.getAsLong() - startMillis) / MILLIS_PER_SECOND;
    }

    void note(String what) {
        Moment moment = new Moment(seconds(), what);
        moments.add(moment);
        progress.accept(String.format(Locale.ROOT, "%6.2f s  %s", moment.second(), what));
    }

    void restored(int server, String after) {
        note("server " + server + " is back after " + after);
        restored.add(new Restored(server, seconds(), after));
    }

    List<Moment> moments() {
        return List.copyOf(moments);
    }

    List<Restored> restored() {
        return List.copyOf(restored);
    }
}
