package io.grizzlythrift.bench.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Records the events of a run with their times. */
final class Timeline {
    private static final double MILLIS_PER_SECOND = 1_000.0;

    private final LongSupplier clockMillis;
    private final Consumer<String> progress;
    private final long startMillis;
    private final List<Moment> moments = new ArrayList<>();
    private final List<Restored> restored = new ArrayList<>();

    /**
     * An event.
     *
     * @param second time since the start of the run
     * @param what description of the event
     */
    record Moment(double second, String what) {}

    /**
     * A server that is back to normal.
     *
     * @param server number of the server
     * @param atSecond time since the start of the run
     * @param after the disturbance that ended
     */
    record Restored(int server, double atSecond, String after) {}

    /**
     * Starts now.
     *
     * @param clockMillis the time of day
     * @param progress receives a line for each moment
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
