package io.grizzlythrift.bench.option;

import io.grizzlythrift.frame.Dialect;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

/** Parses a dialect that clients can speak: {@code framed}, {@code unframed} or {@code header}. */
public final class DialectConverter implements ITypeConverter<Dialect> {
    private static final List<Dialect> OF_CLIENTS = List.of(Dialect.FRAMED, Dialect.UNFRAMED, Dialect.HEADER);

    @Override
    public Dialect convert(String text) {
        return OF_CLIENTS.stream()
                .filter(dialect -> NamedValueConverter.spelled(dialect).equals(text))
                .findFirst()
                .orElseThrow(() -> OptionErrors.noneOf(
                        OF_CLIENTS.stream().map(NamedValueConverter::spelled).toList()));
    }
}
