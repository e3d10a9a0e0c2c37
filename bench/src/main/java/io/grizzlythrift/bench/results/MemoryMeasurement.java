package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.machine.Machine;

/**
 * How much memory of a server idle connections hold, each after one call.
 *
 * @param occasion where in its comparison the run belongs
 * @param setup which processes took part
 * @param date when the run ended, ISO 8601
 * @param connections how many idle connections were open
 * @param valid whether all were opened and answered
 * @param problem why it is not valid; empty if it is
 * @param heapBytesPerConnection live heap after a collection, less what was live before they were opened
 * @param processBytesPerConnection growth of the resident memory of the process, whose heap is resident from the start:
 *     what lies outside of the heap
 * @param machine where it ran
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
        Machine machine)
        implements Measurement {
    /** Checks that nothing is missing. */
    public MemoryMeasurement {
        requireNonNull(occasion, "occasion");
        requireNonNull(setup, "setup");
        requireNonNull(date, "date");
        requireNonNull(problem, "problem");
        requireNonNull(machine, "machine");
    }
}
