package io.grizzlythrift.bench.option;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads a value of an enum in the one spelling that help and errors have as well: in lower case, with hyphens.
 *
 * @param <E> the enum
 */
public final class NamedValueConverter<E extends Enum<E>> implements ITypeConverter<E> {
    private final List<E> values;

    /**
     * Reads values of an enum.
     *
     * @param type the enum
     */
    public NamedValueConverter(Class<E> type) {
        values = List.of(type.getEnumConstants());
    }

    /**
     * A value as it is typed.
     *
     * @param value any
     * @return its name in lower case, with hyphens
     */
    public static String spelled(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * All values as they are typed.
     *
     * @param values any
     * @return in their order
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
