package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** One thing that a preset measures, once per round. */
interface Case {
    /** What tables call it; alone in its group. */
    String contender();

    /** What a user can cut a preset by. */
    Facts facts();

    /** The same with a service and recorded calls of the user's own; empty if it makes calls of another kind. */
    default Optional<Case> with(OwnCalls own) {
        return Optional.empty();
    }

    /**
     * What is the same for all cases of its group.
     *
     * @param usual the title of the group as the preset has it
     */
    default String title(String usual) {
        return usual;
    }

    /**
     * Why this machine cannot measure it; empty if it can.
     *
     * @param memoryBytes physical memory; 0 if it is not known
     */
    default Optional<String> obstacle(long memoryBytes) {
        return Optional.empty();
    }

    /** How long a measurement takes beside the start of its processes. */
    Duration time(Timing timing);

    /**
     * Starts the processes, measures, and ends them.
     *
     * @return valid or not
     * @throws IOException if there is no result at all
     */
    Measurement measure(Processes processes, Timing timing, Occasion occasion) throws IOException, InterruptedException;
}
