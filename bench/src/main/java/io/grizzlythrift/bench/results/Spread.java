package io.grizzlythrift.bench.results;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The middle and the ends of some measurements; NaN if there are none.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param min the least
 * @param max the greatest
 */
public record Spread(double median, double min, double max) {
    /**
     * Looks at some runs.
     *
     * @param runs any number
     * @param figure what to take of each
     * @param <T> what a run is
     * @return its spread
     */
    public static <T> Spread of(Iterable<T> runs, ToDoubleFunction<T> figure) {
        double[] sorted = new double[0];
        for (T run : runs) {
            sorted = Arrays.copyOf(sorted, sorted.length + 1);
            sorted[sorted.length - 1] = figure.applyAsDouble(run);
        }
        Arrays.sort(sorted);
        if (sorted.length == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN);
        }
        int half = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /**
     * {@code median (min-max)}.
     *
     * @param format of each of the three
     * @return as text
     */
    public String text(String format) {
        return String.format(Locale.ROOT, format + " (" + format + "-" + format + ")", median, min, max);
    }
}
