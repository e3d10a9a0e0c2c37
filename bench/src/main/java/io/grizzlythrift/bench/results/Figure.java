package io.grizzlythrift.bench.results;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a run, and how tables and charts show it.
 *
 * @param head what it is, with its unit
 * @param value takes it from a run; NaN where the run does not have it
 * @param format of {@link String#format}
 * @param <T> what a run is
 */
public record Figure<T>(String head, ToDoubleFunction<T> value, String format) {
    /** Checks that nothing is missing. */
    public Figure {
        requireNonNull(head, "head");
        requireNonNull(value, "value");
        requireNonNull(format, "format");
    }

    /**
     * The same figure of something that holds a run.
     *
     * @param run gets the run
     * @param <S> what holds it
     * @return with the same head and format
     */
    public <S> Figure<S> of(Function<S, T> run) {
        return new Figure<>(head, holder -> value.applyAsDouble(run.apply(holder)), format);
    }

    /**
     * Its spread over some runs.
     *
     * @param runs any number
     * @return NaN for none
     */
    public Spread spread(Iterable<T> runs) {
        return Spread.of(runs, value);
    }

    /**
     * A value as this figure is shown.
     *
     * @param number such a value
     * @return as text
     */
    public String text(double number) {
        return String.format(Locale.ROOT, format, number);
    }
}
