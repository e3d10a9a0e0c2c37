package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;
import java.util.Objects;

/**
 * The memory of a server that idle connections take, each after one call.
 *
 * @param occasion the place of the run in its comparison
 * @param setup the processes of the run
 * @param date when the run ended, in ISO 8601
 * @param connections number of idle connections
 * @param valid whether all connections were opened and their calls had replies
 * @param problem why the run is not valid; empty if it is
 * @param heapBytesPerConnection growth of the live heap after a collection
 * @param processBytesPerConnection growth of the resident memory of the process. Its heap is resident from the start,
 *     so this is memory outside of the heap
 * @param stealPercent share of the measured time that a hypervisor took from the cores; NaN if it is unknown
 * @param machine the machine of the run
 */
public record MemoryMeasurement(
        Occasion occasion,
        Setup setup,
        String date,
        int connections,
        boolean valid,
        String problem,
        double heapBytesPerConnection,
        double processBytesPerConnection,
        Double stealPercent,
        Machine machine)
        implements Measurement {
    /** Rejects a missing value. */
    public MemoryMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(date, "date");
        requireNonNull(problem, "problem");
        requireNonNull(machine, "machine");
        stealPercent = Objects.requireNonNullElse(stealPercent, Double.NaN);
    }
}
