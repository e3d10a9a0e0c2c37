package io.grizzlythrift.bench.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/**
 * Parses a value of an enum, spelled as in help and error messages: in lower case, with hyphens.
 *
 * @param <E> the enum
 */
public final class NamedValueConverter<E extends Enum<E>> implements ITypeConverter<E> {
    private final List<E> values;

    /**
     * Creates a converter for an enum.
     *
     * @param type the enum
     */
    public NamedValueConverter(Class<E> type) {
        values = List.of(type.getEnumConstants());
    }

    /**
     * Returns a value as spelled on the command line.
     *
     * @param value any value
     * @return its name in lower case, with hyphens
     */
    public static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns values as spelled on the command line.
     *
     * @param values any values
     * @return their names, in the same order
     */
    public static List<String> spelled(Enum<?>... values) {
        return Arrays.stream(values).map(NamedValueConverter::spelled).toList();
    }

    @Override
    public E convert(String text) {
        return values.stream()
                .filter(value -> spelled(value).equals(text))
                .findFirst()
                .orElseThrow(() -> OptionErrors.noneOf(
                        values.stream().map(NamedValueConverter::spelled).toList()));
    }
}
