package io.grizzlythrift.catalog;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TBase;
import org.apache.thrift.TEnum;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.TUnion;
import org.apache.thrift.meta_data.FieldMetaData;
import org.jspecify.annotations.Nullable;

/**
 * The default values of a struct: those of a new instance. Zero, false and empty containers are also what fields without
 * a default value have, with some options of the compiler, so they are not reported.
 */
@SuppressWarnings({"unchecked", "rawtypes"}) // the methods of TBase have the type of its subclass as a parameter
final class GeneratedDefaults {
    private final @Nullable TBase instance;

    private GeneratedDefaults(@Nullable TBase instance) {
        this.instance = instance;
    }

    static GeneratedDefaults of(Class<?> struct) {
        if (TUnion.class.isAssignableFrom(struct)) {
            return new GeneratedDefaults(null);
        }
        try {
            return new GeneratedDefaults((TBase) struct.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            return new GeneratedDefaults(null); // not accessible, for example: its module does not export it
        }
    }

    Optional<Object> of(TFieldIdEnum field) {
        Object value = instance == null ? null : withoutOptional(instance.getFieldValue(field));
        return value == null || isZero(value) ? Optional.empty() : Optional.of(toPlain(value));
    }

    private static boolean isZero(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue() == 0;
        }
        if (value instanceof Collection<?> collection) {
            return collection.isEmpty();
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty();
        }
        return value instanceof TBase struct ? toMap(struct).isEmpty() : value.equals(false);
    }

    private static @Nullable Object withoutOptional(@Nullable Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.orElse(null);
        }
        if (value instanceof org.apache.thrift.Option<?> option) {
            return option.or(null);
        }
        return value;
    }

    /** Returns the same value without generated classes. */
    private static Object toPlain(Object value) {
        if (value instanceof TEnum member) {
            return ((Enum<?>) member).name();
        }
        if (value instanceof TBase struct) {
            return toMap(struct);
        }
        if (value instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes.clone()).asReadOnlyBuffer();
        }
        if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return ByteBuffer.wrap(copy).asReadOnlyBuffer();
        }
        if (value instanceof Collection<?> elements) {
            List<Object> plain = new ArrayList<>();
            elements.forEach(element -> plain.add(toPlain(element)));
            return Collections.unmodifiableList(plain);
        }
        if (value instanceof Map<?, ?> entries) {
            Map<Object, Object> plain = new LinkedHashMap<>();
            entries.forEach((key, element) -> plain.put(toPlain(key), toPlain(element)));
            return Collections.unmodifiableMap(plain);
        }
        return value;
    }

    private static Map<Object, Object> toMap(TBase struct) {
        Map<Object, Object> fields = new LinkedHashMap<>();
        for (Map.Entry<? extends TFieldIdEnum, FieldMetaData> field :
                GeneratedTypes.metaDataOf(struct.getClass()).entrySet()) {
            Object value = struct.isSet(field.getKey()) ? withoutOptional(struct.getFieldValue(field.getKey())) : null;
            if (value != null) {
                fields.put(field.getValue().fieldName, toPlain(value));
            }
        }
        return Collections.unmodifiableMap(fields);
    }
}
