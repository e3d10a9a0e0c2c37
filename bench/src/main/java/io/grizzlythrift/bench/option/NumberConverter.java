package io.grizzlythrift.bench.option;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;

/**
 * Parses a number. If the text is not a number, the error message describes the expected one.
 *
 * @param <N> the type of number
 */
public final class NumberConverter<N extends Number> implements ITypeConverter<N> {
    private final Function<String, N> parser;
    private final String expected;

    private NumberConverter(Function<String, N> parser, String expected) {
        this.parser = parser;
        this.expected = expected;
    }

    /** {@return a converter to int} */
    public static NumberConverter<Integer> ofInt() {
        return new NumberConverter<>(Integer::valueOf, "a whole number up to " + Integer.MAX_VALUE);
    }

    /** {@return a converter to long} */
    public static NumberConverter<Long> ofLong() {
        return new NumberConverter<>(Long::valueOf, "a whole number up to " + Long.MAX_VALUE);
    }

    /** {@return a converter to double} */
    public static NumberConverter<Double> ofDouble() {
        return new NumberConverter<>(Double::valueOf, "a number");
    }

    @Override
    public N convert(String text) {
        try {
            return parser.apply(text);
        } catch (NumberFormatException none) {
            throw OptionErrors.mustBe(expected);
        }
    }
}
