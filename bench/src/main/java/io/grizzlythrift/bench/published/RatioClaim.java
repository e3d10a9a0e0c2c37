package io.grizzlythrift.bench.published;

import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Spread;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A claim about the ratio of two contenders, over one or more pairs of places.
 *
 * @param subject the contender of the numerators, with a verb, such as {@code same-thread completes}
 * @param object the figure of the denominators, such as {@code the calls/s of leader-follower}
 */
record RatioClaim(String subject, String object, Expectation expectation, Figure<Measurement> figure, List<Pair> pairs)
        implements Claim {
    private static final double MANY = 10;
    private static final double FEW = 0.1;

    RatioClaim {
        pairs = List.copyOf(pairs);
        if (pairs.isEmpty()) {
            throw new IllegalArgumentException("nothing to compare: " + subject + " " + object);
        }
    }

    @Override
    public List<Place> places() {
        return pairs.stream()
                .flatMap(pair -> Stream.of(pair.one(), pair.other()))
                .toList();
    }

    @Override
    public Outcome check(MeasuredRounds runs, Published published) {
        List<Pair> measured = pairs.stream()
                .filter(pair -> !commonRounds(pair, runs).isEmpty())
                .toList();
        List<Double> ratios = measured.stream()
                .flatMap(pair -> commonRounds(pair, runs).stream())
                .distinct()
                .sorted()
                .map(round -> mean(measured.stream()
                        .map(pair -> runs.figure(pair.one(), round, figure) / runs.figure(pair.other(), round, figure))
                        .toList()))
                .filter(Double::isFinite)
                .toList();
        if (ratios.isEmpty()) {
            return new Outcome(Decision.NOT_DECIDED, "not measured against " + object);
        }
        Spread spread = Spread.of(ratios, ratio -> ratio);
        return new Outcome(
                expectation.decide(spread, ratios.size()), clause(spread, ratios.size(), measured, published));
    }

    private String clause(Spread ratios, int rounds, List<Pair> measured, Published published) {
        String range = rounds == 1
                ? " in the only round"
                : " (" + text(ratios.min()) + " to " + text(ratios.max()) + " in " + rounds + " rounds)";
        double then = mean(measured.stream()
                .map(pair -> published.ratio(pair.one(), pair.other(), figure.head()))
                .filter(Double::isFinite)
                .toList());
        return subject + " " + text(ratios.median()) + " times " + object + range
                + (Double.isFinite(then) ? ", " + text(then) + " in " + published.year() : "");
    }

    private static TreeSet<Integer> commonRounds(Pair pair, MeasuredRounds runs) {
        TreeSet<Integer> rounds = new TreeSet<>(runs.rounds(pair.one()));
        rounds.retainAll(runs.rounds(pair.other()));
        return rounds;
    }

    /** Returns the geometric mean; NaN if a ratio is NaN, or if there are none. */
    private static double mean(List<Double> ratios) {
        return Math.exp(ratios.stream().mapToDouble(Math::log).average().orElse(Double.NaN));
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, ratio >= MANY ? "%,.1f" : ratio < FEW ? "%.3f" : "%.2f", ratio);
    }
}
