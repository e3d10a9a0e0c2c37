package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a run of YCSB, which loaded records into a MapKeeper server and ran a workload on them.
 *
 * @param occasion the place of the run in its comparison
 * @param setup the processes of the run
 * @param date when the run ended, in ISO 8601
 * @param client the client that YCSB used: {@code libthrift} or {@code grizzly}
 * @param store {@code memory} keeps the records, {@code stub} replies at once
 * @param workload YCSB's letter, a to f
 * @param threads YCSB's threads
 * @param records records of the load phase
 * @param operations operations of the run phase
 * @param load the load phase
 * @param run the run phase
 * @param stealPercent share of the measured time that a hypervisor took from the cores; NaN if it is unknown
 * @param machine the machine of the run
 */
public record YcsbMeasurement(
        Occasion occasion,
        Setup setup,
        String date,
        String client,
        String store,
        String workload,
        int threads,
        long records,
        long operations,
        Phase load,
        Phase run,
        Double stealPercent,
        Machine machine)
        implements Measurement {
    /** Rejects missing parts. */
    public YcsbMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(date, "date");
        requireNonNull(load, "load");
        requireNonNull(run, "run");
        requireNonNull(machine, "machine");
        stealPercent = Objects.requireNonNullElse(stealPercent, Double.NaN);
    }

    @Override
    public boolean valid() {
        return load.failed() == 0 && run.failed() == 0;
    }

    @Override
    public String problem() {
        return load.failed() == 0 ? run.firstProblem() : load.firstProblem();
    }

    /**
     * One phase.
     *
     * @param operationsPerSecond successful operations per second over the whole phase
     * @param succeeded operations that succeeded
     * @param failed operations that failed, were never tried, or read bytes other than those written
     * @param firstProblem the first line about a failure; empty if nothing failed
     * @param latencies latencies of successful operations by kind, such as {@code READ}
     */
    public record Phase(
            double operationsPerSecond,
            long succeeded,
            long failed,
            String firstProblem,
            Map<String, Latency> latencies) {
        /** Copies the map. */
        public Phase {
            latencies = Map.copyOf(latencies);
        }
    }
}
