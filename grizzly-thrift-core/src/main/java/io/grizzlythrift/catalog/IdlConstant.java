package io.grizzlythrift.catalog;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes default values as constants of the IDL. */
final class IdlConstant {
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_ASCII = '~';

    private IdlConstant() {}

    /** Returns the constant; empty if the IDL cannot express the value, such as bytes that are no text. */
    static Optional<String> of(TypeDescription type, Object value, ServiceCatalog catalog) {
        try {
            return Optional.of(text(type, value, catalog));
        } catch (InexpressibleException e) {
            return Optional.empty();
        }
    }

    private static final class InexpressibleException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static String text(TypeDescription type, Object value, ServiceCatalog catalog) {
        if (type instanceof TypeDescription.EnumRef anEnum) {
            return anEnum.name() + '.' + value;
        }
        if (type instanceof TypeDescription.ListOf list) {
            return elements(list.element(), value, catalog);
        }
        if (type instanceof TypeDescription.SetOf set) {
            return elements(set.element(), value, catalog);
        }
        if (type instanceof TypeDescription.MapOf map) {
            return ((Map<?, ?>) value)
                    .entrySet().stream()
                            .map(entry -> text(map.key(), entry.getKey(), catalog) + ": "
                                    + text(map.value(), entry.getValue(), catalog))
                            .collect(Collectors.joining(", ", "{", "}"));
        }
        if (type instanceof TypeDescription.StructRef struct) {
            return fields(catalog.struct(struct.name()), (Map<?, ?>) value, catalog);
        }
        if (value instanceof Double number && !Double.isFinite(number)) {
            throw new InexpressibleException();
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : quoted(value);
    }

    private static String elements(TypeDescription element, Object value, ServiceCatalog catalog) {
        return ((List<?>) value)
                .stream().map(each -> text(element, each, catalog)).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String fields(StructDescription struct, Map<?, ?> values, ServiceCatalog catalog) {
        List<String> fields = new ArrayList<>();
        for (FieldDescription field : struct.fields()) {
            Object value = values.get(field.name());
            if (value != null) {
                fields.add(quoted(field.name()) + ": " + text(field.type(), value, catalog));
            }
        }
        return "{" + String.join(", ", fields) + "}";
    }

    private static String quoted(Object value) {
        StringBuilder quoted = new StringBuilder("\"");
        String plain = value instanceof ByteBuffer bytes ? ascii(bytes) : value.toString();
        for (int i = 0; i < plain.length(); i++) {
            char each = plain.charAt(i);
            switch (each) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (Character.isISOControl(each)) { // the IDL has no other escapes
                        throw new InexpressibleException();
                    }
                    quoted.append(each);
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static String ascii(ByteBuffer bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = bytes.position(); i < bytes.limit(); i++) {
            if (bytes.get(i) < FIRST_PRINTABLE || bytes.get(i) > LAST_ASCII) {
                throw new InexpressibleException();
            }
            text.append((char) bytes.get(i));
        }
        return text.toString();
    }
}
