package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.results.Spread;

/**
 * What a conclusion says about the ratio of two figures.
 *
 * <p>One round decides nothing, and neither do two. A difference is decided if it has the same sign in every round and
 * its median is at least 2 %. Two figures are level if no round is off by more than 5 %, and not level if all rounds
 * are, in the same direction.
 */
enum Expectation {
    MORE,
    LESS,
    LEVEL;

    static final String RULES = "A conclusion is decided by at least three rounds, each of which gives one ratio: the"
            + " geometric mean over all cells that the conclusion is about. *More* and *less* are decided if all rounds"
            + " agree and their median differs from 1 by 2 % or more. *Level* is confirmed if every round is within 5 %,"
            + " and refuted if every round is outside, on the same side.";

    private static final int LEAST_ROUNDS = 3;
    private static final double LEAST_DIFFERENCE = 1.02;
    private static final double LEVEL_WITHIN = 1.05;

    Decision decide(Spread ratios, int rounds) {
        if (rounds < LEAST_ROUNDS) {
            return Decision.NOT_DECIDED;
        }
        return switch (this) {
            case MORE -> more(ratios);
            case LESS -> more(inverted(ratios));
            case LEVEL -> level(ratios);
        };
    }

    private static Decision more(Spread ratios) {
        if (ratios.min() > 1 && ratios.median() >= LEAST_DIFFERENCE) {
            return Decision.CONFIRMED;
        }
        return ratios.max() < 1 && ratios.median() <= 1 / LEAST_DIFFERENCE ? Decision.REFUTED : Decision.NOT_DECIDED;
    }

    private static Decision level(Spread ratios) {
        if (ratios.max() <= LEVEL_WITHIN && ratios.min() >= 1 / LEVEL_WITHIN) {
            return Decision.CONFIRMED;
        }
        return ratios.min() > LEVEL_WITHIN || ratios.max() < 1 / LEVEL_WITHIN ? Decision.REFUTED : Decision.NOT_DECIDED;
    }

    private static Spread inverted(Spread ratios) {
        return new Spread(1 / ratios.median(), 1 / ratios.max(), 1 / ratios.min());
    }
}
