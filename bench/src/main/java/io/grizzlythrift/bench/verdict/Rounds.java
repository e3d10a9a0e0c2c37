package io.grizzlythrift.bench.verdict;

import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * A figure of a contender in each of its valid rounds.
 *
 * @param values the figure by number of the round
 */
record Rounds(SortedMap<Integer, Double> values) {
    static final Rounds UNKNOWN = new Rounds(new TreeMap<>());

    static <M> Rounds of(Iterable<M> runs, ToIntFunction<M> round, ToDoubleFunction<M> figure) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        runs.forEach(run -> values.put(round.applyAsInt(run), figure.applyAsDouble(run)));
        return new Rounds(values);
    }

    double median() {
        return Spread.of(values.values(), value -> value).median();
    }

    /**
     * Returns by how much each round of another contender is worse than the same round of this one. Contenders take
     * turns, so such a pair was measured within a short time, and what slows the machine down for longer slows both.
     *
     * @param more whether a larger figure is better
     * @return shares of the larger figure, negative where the other is better; the share between the medians if no
     *     round is valid for both
     */
    List<Double> lossesOf(Rounds other, boolean more) {
        List<Double> losses = new ArrayList<>();
        values.forEach((round, value) -> {
            if (other.values.containsKey(round)) {
                losses.add(loss(value, other.values.get(round), more));
            }
        });
        return losses.isEmpty() ? List.of(loss(median(), other.median(), more)) : losses;
    }

    private static double loss(double here, double there, boolean more) {
        return (more ? here - there : there - here) / Math.max(here, there);
    }
}
