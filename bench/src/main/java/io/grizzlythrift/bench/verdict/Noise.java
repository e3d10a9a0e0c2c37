package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.results.Spread;

/**
 * Decides which differences are noise. Two figures are within noise of each other
 *
 * <ul>
 *   <li>if their medians differ by less than 5 % of the larger one,
 *   <li>or if their ranges from minimum to maximum overlap,
 *   <li>or, if one of them has a single round and thus no range, if they differ by less than 10 %.
 * </ul>
 *
 * <p>The medians of the same server differ by about 5 % between two runs of the same preset on a shared machine.
 */
final class Noise {
    static final String WORDS =
            "Differences count as noise below 5 %, where the ranges of the rounds overlap, and below 10 % with one round.";

    private static final double OF_MEDIANS = 0.05;
    private static final double OF_SINGLE_ROUNDS = 0.10;

    private Noise() {}

    /** @param rounds number of rounds of the figure that has fewer */
    static boolean hides(Spread one, Spread other, int rounds) {
        double larger = Math.max(one.median(), other.median());
        double difference = Math.abs(one.median() - other.median()) / larger;
        if (rounds < 2) {
            return difference < OF_SINGLE_ROUNDS;
        }
        return difference < OF_MEDIANS || (one.min() <= other.max() && other.min() <= one.max());
    }
}
