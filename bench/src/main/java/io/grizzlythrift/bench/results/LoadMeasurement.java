package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.machine.Machine;

/**
 * A run in which a client called a server for some time.
 *
 * @param occasion the place of the run in its comparison
 * @param setup the processes of the run
 * @param load the result of the client, with its plan
 */
public record LoadMeasurement(Occasion occasion, Setup setup, LoadResult load) implements Measurement {
    /** Rejects a missing value. */
    public LoadMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(load, "load");
        requireNonNull(load.date(), "date");
        requireNonNull(load.plan(), "plan");
        requireNonNull(load.latency(), "latency");
        requireNonNull(load.machine(), "machine");
    }

    /** Returns a figure of load runs as one of any runs; it throws for a run of another kind. */
    public static Figure<Measurement> figure(Figure<LoadResult> figure) {
        return figure.of(run -> ((LoadMeasurement) run).load());
    }

    @Override
    public boolean valid() {
        return load.valid();
    }

    @Override
    public String problem() {
        return load.firstError();
    }

    @Override
    public String date() {
        return load.date();
    }

    @Override
    public Double stealPercent() {
        return load.stealPercent();
    }

    @Override
    public Machine machine() {
        return load.machine();
    }
}
