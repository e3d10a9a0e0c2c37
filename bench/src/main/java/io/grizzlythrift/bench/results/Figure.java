package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run, with its name and format in tables and charts.
 *
 * @param head name and unit
 * @param value gets the figure of a run; NaN if the run does not have it
 * @param format a format for {@link String#format}
 * @param <T> type of a run
 */
public record Figure<T>(String head, ToDoubleFunction<T> value, String format) {
    /** Rejects a missing value. */
    public Figure {
        requireNonNull(head, "head");
        requireNonNull(value, "value");
        requireNonNull(format, "format");
    }

    /**
     * Returns the same figure for an object that contains a run.
     *
     * @param run gets the run from the object
     * @param <S> type of the object
     * @return a figure with the same head and format
     */
    public <S> Figure<S> of(Function<S, T> run) {
        return new Figure<>(head, holder -> value.applyAsDouble(run.apply(holder)), format);
    }

    /**
     * Returns the spread of this figure over some runs.
     *
     * @param runs any number of runs
     * @return the spread; NaN if there are no runs
     */
    public Spread spread(Iterable<T> runs) {
        return Spread.of(runs, value);
    }

    /**
     * Formats a value of this figure.
     *
     * @param number the value
     * @return the value as text
     */
    public String text(double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
