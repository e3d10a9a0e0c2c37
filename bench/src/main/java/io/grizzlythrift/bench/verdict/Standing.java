package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.results.Spread;
import java.util.List;

/**
 * The standing of a contender against the best one, from its losses in each round. A loss counts from 5 %, because the
 * medians of the same server differ by about 5 % between two runs of the same preset on a shared machine; with a single
 * round it counts from 10 %. The spread of a contender over its rounds has no influence, as long as its rounds agree.
 */
enum Standing {
    /** The median loss counts, and at most a quarter of the rounds are gains. */
    WORSE,
    /** The median loss does not count, and losses or gains that count are at most a quarter of the rounds. */
    EQUAL,
    /** The rounds contradict each other, or most of them contradict the medians. */
    CONTRADICTORY;

    static final String WORDS =
            "Contenders are compared round by round. Differences count from 5 % in the median round, from 10 % with one"
                    + " round, and not if more than a quarter of the rounds contradict the others.";

    private static final double OF_SEVERAL_ROUNDS = 0.05;
    private static final double OF_A_SINGLE_ROUND = 0.10;
    private static final double CONTRADICTION = 0.25;

    /** Compares a contender with the best one by its losses, one per round that is valid for both. */
    static Standing of(List<Double> losses) {
        double counts = losses.size() == 1 ? OF_A_SINGLE_ROUND : OF_SEVERAL_ROUNDS;
        double median = Spread.of(losses, loss -> loss).median();
        boolean worse = median >= counts;
        long losing = losses.stream().filter(loss -> loss >= counts).count();
        long gaining = losses.stream()
                .filter(loss -> worse ? loss < 0 : loss <= -counts)
                .count();
        if (median <= -counts || Math.min(losing, gaining) > CONTRADICTION * losses.size()) {
            return CONTRADICTORY;
        }
        return worse ? WORSE : EQUAL;
    }
}
