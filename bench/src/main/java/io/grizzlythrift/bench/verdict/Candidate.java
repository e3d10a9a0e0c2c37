package io.grizzlythrift.bench.verdict;

import static java.util.Objects.requireNonNull;

/**
 * A contender with the figures of its valid runs.
 *
 * @param name name in tables
 * @param figure the figure that decides; without rounds if there is no valid run
 * @param cost the figure that decides between equals, where less is better; without rounds if it was not measured
 * @param threads number of threads of its server, in words
 * @param blocksReading whether it runs handlers on the threads that read
 */
record Candidate(String name, Rounds figure, Rounds cost, String threads, boolean blocksReading) {
    Candidate {
        requireNonNull(name, "name");
        requireNonNull(figure, "figure");
        requireNonNull(cost, "cost");
        requireNonNull(threads, "threads");
    }

    boolean isMeasured() {
        return Double.isFinite(figure.median());
    }
}
