package io.grizzlythrift.bench.compare;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The middle and the ends of some measurements. */
record Spread(double median, double min, double max) {
    static <T> Spread of(Iterable<T> runs, ToDoubleFunction<T> figure) {
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

    /** {@code median (min-max)}, each in the given format. */
    String text(String format) {
        return String.format(Locale.ROOT, format + " (" + format + "-" + format + ")", median, min, max);
    }
}
