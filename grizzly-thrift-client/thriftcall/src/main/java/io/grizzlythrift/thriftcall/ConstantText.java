package io.grizzlythrift.thriftcall;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;

/** Defaults of fields, as in the IDL. */
final class ConstantText {
    private ConstantText() {}

    static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> of(entry.getKey()) + ": " + of(entry.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Collection<?> elements) {
            return elements.stream().map(ConstantText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof ByteBuffer bytes) {
            return JsonPrinter.quoted(
                    StandardCharsets.UTF_8.decode(bytes.duplicate()).toString());
        }
        if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        return JsonPrinter.quoted(value.toString());
    }
}
