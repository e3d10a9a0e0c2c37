package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The content of a result file: the runs of one comparison.
 *
 * @param command the command that measured them, with its options but without the folder of the results; empty if it
 *     was not recorded
 * @param runs valid and invalid runs, in the order in which they were measured
 */
public record Comparison(List<String> command, List<Measurement> runs) {
    /** Copies the lists. */
    public Comparison {
        command = List.copyOf(requireNonNull(command, "command"));
        runs = List.copyOf(requireNonNull(runs, "runs"));
    }
}
