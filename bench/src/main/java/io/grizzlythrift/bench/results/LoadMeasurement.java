package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.machine.Machine;

/**
 * A client called a server for some time.
 *
 * @param occasion where in its comparison the run belongs
 * @param setup which processes took part
 * @param load what the client measured, and how
 */
public record LoadMeasurement(Occasion occasion, Setup setup, LoadResult load) implements Measurement {
    /** Checks that nothing is missing. */
    public LoadMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(load, "load");
        requireNonNull(load.date(), "date");
        requireNonNull(load.plan(), "plan");
        requireNonNull(load.latency(), "latency");
        requireNonNull(load.machine(), "machine");
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
    public Machine machine() {
        return load.machine();
    }
}
