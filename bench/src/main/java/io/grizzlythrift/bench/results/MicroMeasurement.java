package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.Objects;

/**
 * One figure of a part of server or client, measured without a connection.
 *
 * @param occasion the place of the run in its comparison
 * @param setup the processes of the run; there is no server
 * @param date when the run ended, in ISO 8601
 * @param unit unit of the figure, such as {@code calls/s}
 * @param value the figure
 * @param stealPercent share of the measured time that a hypervisor took from the cores; NaN if it is unknown
 * @param machine the machine of the run
 */
public record MicroMeasurement(
        Occasion occasion, Setup setup, String date, String unit, double value, Double stealPercent, Machine machine)
        implements Measurement {
    /** The figure; it throws for a run of another kind. */
    public static final Figure<Measurement> VALUE =
            new Figure<>("calls/s", run -> ((MicroMeasurement) run).value(), "%,.0f");

    /** Rejects a missing value. */
    public MicroMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(date, "date");
        requireNonNull(unit, "unit");
        requireNonNull(machine, "machine");
        stealPercent = Objects.requireNonNullElse(stealPercent, Double.NaN);
    }

    /** {@return true: without a figure, there is no result} */
    @Override
    public boolean valid() {
        return true;
    }

    @Override
    public String problem() {
        return "";
    }
}
