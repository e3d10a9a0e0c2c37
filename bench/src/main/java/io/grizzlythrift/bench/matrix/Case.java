package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** A case of a preset, measured once per round. */
interface Case {
    /** {@return the name in tables, unique in its group} */
    String contender();

    /** {@return the properties by which a user can filter a preset} */
    Facts facts();

    /**
     * {@return the same case with the user's own service and recorded calls; empty if it makes calls of another kind}
     */
    default Optional<Case> with(OwnCalls own) {
        return Optional.empty();
    }

    /** {@return the same case with other numbers of threads in its servers} */
    Case with(ThreadCounts threads);

    /**
     * Returns the title of the group: the conditions that all its cases share.
     *
     * @param usual the title that the preset gives to the group
     */
    default String title(String usual) {
        return usual;
    }

    /**
     * Returns the reason why this machine cannot measure the case; empty if it can.
     *
     * @param memoryBytes physical memory; 0 if unknown
     */
    default Optional<String> obstacle(long memoryBytes) {
        return Optional.empty();
    }

    /** {@return how long a measurement takes, without the start of its processes} */
    Duration time(Timing timing);

    /**
     * Starts the processes, measures, and ends them.
     *
     * @return the result, valid or not
     * @throws IOException if there is no result at all
     */
    Measurement measure(Processes processes, Timing timing, Occasion occasion) throws IOException, InterruptedException;
}
