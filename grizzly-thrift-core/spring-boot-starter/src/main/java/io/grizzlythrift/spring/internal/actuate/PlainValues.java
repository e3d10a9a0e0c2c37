package io.grizzlythrift.spring.internal.actuate;

import io.grizzlythrift.inspect.Latencies;
import java.lang.reflect.RecordComponent;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into maps, lists, texts and numbers, which every version of Jackson writes in the same way. Leaves out
 * what is absent, and latencies, which a single snapshot does not have.
 */
final class PlainValues {
    private PlainValues() {}

    static Object of(Record snapshot) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (RecordComponent component : snapshot.getClass().getRecordComponents()) {
            try {
                put(values, component.getName(), component.getAccessor().invoke(snapshot));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + component, e);
            }
        }
        return values;
    }

    private static void put(Map<String, Object> values, String name, @Nullable Object value) {
        Object known = value instanceof Optional<?> optional
                ? optional.orElse(null)
                : value instanceof OptionalDouble number ? (number.isPresent() ? number.getAsDouble() : null) : value;
        if (known != null && !(known instanceof Latencies)) {
            values.put(name, plain(known));
        }
    }

    private static Object plain(Object value) {
        if (value instanceof Record nested) {
            return of(nested);
        }
        if (value instanceof Collection<?> list) {
            return list.stream().map(PlainValues::plain).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> values = new LinkedHashMap<>();
            map.forEach((key, each) -> put(values, String.valueOf(key), each));
            return values;
        }
        if (value instanceof InetSocketAddress address) {
            return address.getHostString() + ":" + address.getPort();
        }
        return value instanceof Number || value instanceof Boolean ? value : value.toString();
    }
}
