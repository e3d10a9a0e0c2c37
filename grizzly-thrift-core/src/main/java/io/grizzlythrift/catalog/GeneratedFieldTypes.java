package io.grizzlythrift.catalog;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.thrift.TEnum;
import org.apache.thrift.meta_data.FieldMetaData;

/** Finds the type of a field by its Java type, where the metadata has no more than the name of a typedef. */
final class GeneratedFieldTypes {
    private static final Map<Class<?>, BaseType> BASE_TYPES = Map.ofEntries(
            Map.entry(boolean.class, BaseType.BOOL),
            Map.entry(Boolean.class, BaseType.BOOL),
            Map.entry(byte.class, BaseType.I8),
            Map.entry(Byte.class, BaseType.I8),
            Map.entry(short.class, BaseType.I16),
            Map.entry(Short.class, BaseType.I16),
            Map.entry(int.class, BaseType.I32),
            Map.entry(Integer.class, BaseType.I32),
            Map.entry(long.class, BaseType.I64),
            Map.entry(Long.class, BaseType.I64),
            Map.entry(double.class, BaseType.DOUBLE),
            Map.entry(Double.class, BaseType.DOUBLE),
            Map.entry(String.class, BaseType.STRING),
            Map.entry(ByteBuffer.class, BaseType.BINARY),
            Map.entry(UUID.class, BaseType.UUID));

    private final GeneratedTypes types;

    GeneratedFieldTypes(GeneratedTypes types) {
        this.types = types;
    }

    TypeDescription of(Class<?> struct, FieldMetaData field) {
        Optional<String> typedef = Optional.ofNullable(field.valueMetaData.getTypedefName());
        return describe(javaType(struct, field.fieldName), typedef);
    }

    private static Type javaType(Class<?> struct, String field) {
        try {
            return struct.getDeclaredField(field).getGenericType();
        } catch (NoSuchFieldException e) { // a union, which has a factory method of the same name instead
            return Arrays.stream(struct.getDeclaredMethods())
                    .filter(method -> isFactory(method, struct, field))
                    .map(method -> method.getGenericParameterTypes()[0])
                    .findAny()
                    .orElseThrow(() -> unknown(struct + "." + field));
        }
    }

    private static boolean isFactory(Method method, Class<?> union, String field) {
        return Modifier.isStatic(method.getModifiers())
                && method.getName().equals(field)
                && method.getReturnType() == union
                && method.getParameterCount() == 1;
    }

    private TypeDescription describe(Type type, Optional<String> typedef) {
        if (type instanceof ParameterizedType container) {
            List<TypeDescription> arguments = Arrays.stream(container.getActualTypeArguments())
                    .map(argument -> describe(argument, Optional.empty()))
                    .toList();
            if (container.getRawType() == List.class) {
                return new TypeDescription.ListOf(arguments.get(0), typedef);
            }
            if (container.getRawType() == Set.class) {
                return new TypeDescription.SetOf(arguments.get(0), typedef);
            }
            if (container.getRawType() == Map.class) {
                return new TypeDescription.MapOf(arguments.get(0), arguments.get(1), typedef);
            }
            return arguments.get(0); // optional
        }
        if (type instanceof Class<?> plain && BASE_TYPES.containsKey(plain)) {
            return new TypeDescription.Base(BASE_TYPES.get(plain), typedef);
        }
        if (type instanceof Class<?> plain) {
            return TEnum.class.isAssignableFrom(plain) ? types.enumOf(plain, typedef) : types.structOf(plain, typedef);
        }
        throw unknown(type.getTypeName());
    }

    private static IllegalArgumentException unknown(String type) {
        return new IllegalArgumentException(type + " must have a type that the Thrift compiler generates");
    }
}
