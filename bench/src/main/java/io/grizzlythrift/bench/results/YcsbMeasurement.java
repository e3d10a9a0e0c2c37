package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.Machine;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.util.Map;

/**
 * YCSB loaded records into a MapKeeper server and ran a workload on them.
 *
 * @param occasion where in its comparison the run belongs
 * @param setup which processes took part
 * @param date when the run ended, ISO 8601
 * @param client which client YCSB called through: {@code libthrift} or {@code grizzly}
 * @param store {@code memory} keeps the records, {@code stub} answers at once
 * @param workload YCSB's letter, a to f
 * @param threads YCSB's threads
 * @param records records of the load phase
 * @param operations operations of the run phase
 * @param load the load phase
 * @param run the run phase
 * @param machine where it ran
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
        Machine machine)
        implements Measurement {
    /** Checks that nothing is missing. */
    public YcsbMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(date, "date");
        requireNonNull(load, "load");
        requireNonNull(run, "run");
        requireNonNull(machine, "machine");
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
     * @param operationsPerSecond over the whole phase
     * @param succeeded operations that ended well
     * @param failed operations that failed, were never tried, or read wrong
     * @param firstProblem the first line about what failed; empty if nothing did
     * @param latencies by kind of operation, such as {@code READ}; only of those that succeeded
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
