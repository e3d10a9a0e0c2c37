package io.grizzlythrift.bench.verdict;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.results.Spread;

/**
 * A contender, and what its valid runs measured.
 *
 * @param name what tables call it
 * @param rounds valid runs, 0 or more
 * @param figure what decides; NaN without a valid run
 * @param cost what decides between equals, less is better; NaN if it was not measured
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
