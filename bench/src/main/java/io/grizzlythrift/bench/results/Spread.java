package io.grizzlythrift.bench.results;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The median, minimum and maximum of some measurements; NaN if there are none.
 *
 * @param median the middle value, or the mean of the two in the middle
 * @param min the minimum
 * @param max the maximum
 */
public record Spread(double median, double min, double max) {
    /**
     * Computes the spread of a figure over some runs.
     *
     * @param runs any number of runs
     * @param figure gets the figure of a run
     * @param <T> type of a run
     * @return the spread
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
     * Formats the spread as {@code median (min-max)}.
     *
     * @param format format of each of the three values
     * @return the spread as text
     */
    public String text(String format) {
        return String.format(Locale.ROOT, format + " (" + format + "-" + format + ")", median, min, max);
    }
}
