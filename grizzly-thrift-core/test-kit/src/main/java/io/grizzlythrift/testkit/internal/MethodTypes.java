package io.grizzlythrift.testkit.internal;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TBase;
import org.apache.thrift.TFieldIdEnum;
import org.apache.thrift.meta_data.FieldMetaData;
import org.apache.thrift.meta_data.StructMetaData;
import org.apache.thrift.protocol.TType;
import org.jspecify.annotations.Nullable;

/** The generated structs of a method. */
public final class MethodTypes {
    private static final short SUCCESS = 0;

    private final String name;
    private final Class<? extends TBase<?, ?>> arguments;
    private final Optional<Class<? extends TBase<?, ?>>> result;

    MethodTypes(String name, Class<? extends TBase<?, ?>> arguments, Optional<Class<? extends TBase<?, ?>>> result) {
        this.name = name;
        this.arguments = arguments;
        this.result = result;
    }

    public String name() {
        return name;
    }

    /** {@return whether the method has no reply} */
    public boolean isOneway() {
        return result.isEmpty();
    }

    public TBase<?, ?> newArguments() {
        return newStruct(arguments);
    }

    /**
     * Creates the struct of a reply.
     *
     * @param value the result; null for none, as of a void method
     * @throws IllegalArgumentException if the method does not return such a value
     */
    public TBase<?, ?> resultOf(@Nullable Object value) {
        TBase<?, ?> struct = newResult();
        if (value == null) {
            return struct;
        }
        FieldMetaData success = fields(struct).get(SUCCESS);
        if (success == null) {
            throw new IllegalArgumentException(name + " returns nothing, not " + described(value));
        }
        try {
            set(struct, SUCCESS, widened(value, success.valueMetaData.type));
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    name + " returns " + typeOf(struct.getClass(), success.fieldName) + ", not " + described(value), e);
        }
        return struct;
    }

    /**
     * Creates the struct of a reply with a declared exception.
     *
     * @return empty if the method does not declare it
     */
    public Optional<TBase<?, ?>> resultOf(Exception exception) {
        TBase<?, ?> struct = newResult();
        for (Map.Entry<Short, FieldMetaData> field : fields(struct).entrySet()) {
            if (field.getKey() != SUCCESS
                    && field.getValue().valueMetaData instanceof StructMetaData declared
                    && declared.structClass.isInstance(exception)) {
                set(struct, field.getKey(), exception);
                return Optional.of(struct);
            }
        }
        return Optional.empty();
    }

    /** Throws IllegalArgumentException unless the server can reply to a call with this exception. */
    public void requireThrown(Exception exception) {
        if (!(exception instanceof TApplicationException) && resultOf(exception).isEmpty()) {
            throw new IllegalArgumentException(
                    name + " does not declare " + exception.getClass().getName()
                            + ", must be a TApplicationException or one of " + declaredExceptions());
        }
    }

    private String declaredExceptions() {
        TBase<?, ?> struct = newResult();
        return fields(struct).entrySet().stream()
                .filter(field -> field.getKey() != SUCCESS)
                .map(field -> typeOf(struct.getClass(), field.getValue().fieldName))
                .toList()
                .toString();
    }

    private TBase<?, ?> newResult() {
        return newStruct(result.orElseThrow(
                () -> new IllegalArgumentException(name + " is oneway, so a call of it has no reply")));
    }

    private static TBase<?, ?> newStruct(Class<? extends TBase<?, ?>> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot make " + type.getName(), e);
        }
    }

    /** {@return the fields of a generated struct by id} */
    @SuppressWarnings({"unchecked", "rawtypes"}) // libthrift keeps them by the class alone
    public static Map<Short, FieldMetaData> fields(TBase<?, ?> struct) {
        Map<Short, FieldMetaData> fields = new TreeMap<>();
        Map<? extends TFieldIdEnum, FieldMetaData> known =
                FieldMetaData.getStructMetaDataMap((Class) struct.getClass());
        known.forEach((field, data) -> fields.put(field.getThriftFieldId(), data));
        return fields;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the type of the field ids is not known here
    private static void set(TBase struct, short id, Object value) {
        struct.setFieldValue(struct.fieldForId(id), value);
    }

    /** {@return the value of a field; null if it is not set} */
    @SuppressWarnings({"unchecked", "rawtypes"}) // likewise
    public static @Nullable Object get(TBase struct, short id) {
        TFieldIdEnum field = struct.fieldForId(id);
        return struct.isSet(field) ? struct.getFieldValue(field) : null;
    }

    /** {@return an int literal as the number that the IDL names, if it fits; any other value unchanged} */
    private static Object widened(Object value, byte type) {
        if (!(value instanceof Integer number)) {
            return value;
        }
        return switch (type) {
            case TType.BYTE -> number == number.byteValue() ? (Object) number.byteValue() : value;
            case TType.I16 -> number == number.shortValue() ? (Object) number.shortValue() : value;
            case TType.I64 -> (Object) number.longValue();
            case TType.DOUBLE -> (Object) number.doubleValue();
            default -> value;
        };
    }

    private static String typeOf(Class<?> struct, String fieldName) {
        for (Field field : struct.getDeclaredFields()) {
            if (field.getName().equals(fieldName)) {
                return field.getType().getName();
            }
        }
        return "another type";
    }

    private static String described(Object value) {
        return value + " of " + value.getClass().getName();
    }
}
