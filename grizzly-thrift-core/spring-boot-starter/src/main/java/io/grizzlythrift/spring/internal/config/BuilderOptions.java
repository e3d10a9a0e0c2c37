package io.grizzlythrift.spring.internal.config;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** Sets options of builders from the components of a record with the same names. Errors name the property. */
public final class BuilderOptions {
    private final String prefix;
    private final Record options;

    /** @param prefix of the names of the properties, ends with a dot */
    public BuilderOptions(String prefix, Record options) {
        this.prefix = prefix;
        this.options = options;
    }

    /** Sets each option of a builder that has a value here. */
    public void applyTo(Object builder) {
        forEachValue((component, value) -> option(builder.getClass(), component.getName(), component.getType())
                .ifPresent(option -> set(component.getName(), value, each -> call(builder, option, each))));
    }

    /**
     * Returns an immutable object that differs in each option that has a value here: the component {@code maxRetries} is
     * passed to {@code withMaxRetries}.
     */
    public <T> T applied(T immutable) {
        Object[] changed = {immutable};
        forEachValue((component, value) -> option(
                        immutable.getClass(), "with" + StringUtils.capitalize(component.getName()), component.getType())
                .ifPresent(option ->
                        set(component.getName(), value, each -> changed[0] = call(changed[0], option, each))));
        @SuppressWarnings("unchecked") // what the methods return
        T result = (T) changed[0];
        return result;
    }

    /** {@return whether an immutable object has an option that {@link #applied} sets} */
    public static boolean has(Object immutable, String option) {
        String name = "with" + StringUtils.capitalize(option);
        return Arrays.stream(immutable.getClass().getMethods())
                .anyMatch(method -> method.getName().equals(name));
    }

    private void forEachValue(BiConsumer<RecordComponent, Object> action) {
        for (RecordComponent component : options.getClass().getRecordComponents()) {
            Object value = value(options, component);
            if (value != null) {
                action.accept(component, value);
            }
        }
    }

    /** {@return the options of a component that is a record itself} */
    public BuilderOptions nested(String option, Record nested) {
        return new BuilderOptions(nameOf(option) + ".", nested);
    }

    /**
     * Passes two values that bound each other to a consumer, at least one of which has a value here. An error names the upper
     * one, if that is set.
     *
     * @param defaults the lower and the upper value, for the one that is not set
     */
    public <T> void setBounds(
            String lower,
            @Nullable T lowerValue,
            String upper,
            @Nullable T upperValue,
            List<T> defaults,
            BiConsumer<T, T> consumer) {
        T from = lowerValue == null ? defaults.get(0) : lowerValue;
        T to = upperValue == null ? defaults.get(1) : upperValue;
        set(upperValue == null ? lower : upper, upperValue == null ? from : to, each -> consumer.accept(from, to));
    }

    /**
     * Passes a value to a consumer.
     *
     * @param consumer throws IllegalArgumentException or IllegalStateException if the value is not valid
     * @throws ThriftConfigurationException if the consumer throws, with the name of the property
     */
    public <T> void set(String option, T value, Consumer<? super T> consumer) {
        try {
            consumer.accept(value);
        } catch (ThriftConfigurationException e) { // names its property
            throw e;
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new ThriftConfigurationException(
                    "The property " + nameOf(option) + " is set to '" + value + "': " + e.getMessage(),
                    "Change the value of " + nameOf(option) + ".",
                    e);
        }
    }

    /** {@return the name of the property of an option} */
    public String nameOf(String option) {
        return prefix + dashed(option);
    }

    static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Finds the method of a builder that a component sets. */
    static Optional<Method> option(Class<?> builder, String name, Class<?> type) {
        return Arrays.stream(builder.getMethods())
                .filter(method -> method.getName().equals(name)
                        && method.getParameterCount() == 1
                        && !method.isBridge()
                        && fits(method.getParameterTypes()[0], type))
                .findAny();
    }

    private static boolean fits(Class<?> parameter, Class<?> type) {
        if (type == DataSize.class) {
            return parameter == int.class || parameter == long.class;
        }
        return type == List.class ? parameter.isArray() : ClassUtils.isAssignable(parameter, type);
    }

    private static Object call(Object builder, Method option, Object value) {
        try {
            return option.invoke(builder, argument(option.getParameterTypes()[0], value));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("cannot call " + option, e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + option, e);
        }
    }

    private static Object argument(Class<?> parameter, Object value) {
        if (value instanceof List<?> list) {
            return list.toArray((Object[]) Array.newInstance(parameter.getComponentType(), list.size()));
        }
        if (!(value instanceof DataSize size)) {
            return value;
        }
        if (parameter == long.class) {
            return size.toBytes();
        }
        if (size.toBytes() > Integer.MAX_VALUE || size.toBytes() < Integer.MIN_VALUE) {
            throw new IllegalArgumentException(
                    "it is " + size.toBytes() + " bytes, must be at most " + Integer.MAX_VALUE);
        }
        return (int) size.toBytes();
    }

    static @Nullable Object value(Record options, RecordComponent component) {
        try {
            return component.getAccessor().invoke(options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
