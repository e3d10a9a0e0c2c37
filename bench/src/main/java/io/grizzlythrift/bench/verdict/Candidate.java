package io.grizzlythrift.bench.verdict;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.results.Spread;

/**
 * A contender with the figures of its valid runs.
 *
 * @param name name in tables
 * @param rounds number of valid runs, 0 or more
 * @param figure the figure that decides; NaN without a valid run
 * @param cost the figure that decides between equals, where less is better; NaN if it was not measured
 * @param blocksReading whether it runs handlers on the threads that read
 */
record Candidate(String name, int rounds, Spread figure, Spread cost, boolean blocksReading) {
    Candidate {
        requireNonNull(name, "name");
        requireNonNull(figure, "figure");
        requireNonNull(cost, "cost");
    }

    boolean isMeasured() {
        return Double.isFinite(figure.median());
    }
}
