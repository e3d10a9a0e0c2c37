package io.grizzlythrift.internal.binding;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sets options from the properties whose names begin with a prefix. Remembers the options it was asked for, to find
 * properties that are none. Errors are IllegalArgumentExceptions with the name of the property and its value. Not
 * thread-safe.
 */
public final class OptionProperties {
    private static final Pattern TIME = Pattern.compile("(\\d{1,18})(ms|s|m|h)");

    private final PropertySource source;
    private final String prefix;
    private final Set<String> known = new TreeSet<>();

    /** @param prefix ends with a dot */
    public OptionProperties(PropertySource source, String prefix) {
        this.source = source;
        this.prefix = prefix;
    }

    /** {@return the name of the property of an option} */
    public String nameOf(String option) {
        return prefix + option;
    }

    /** {@return the value of an option; empty if its property is not set} */
    public <T> Optional<T> get(String option, Class<T> type) {
        known.add(option);
        return source.get(nameOf(option)).map(text -> parse(option, type, text.strip()));
    }

    /**
     * Passes the value of an option to a consumer, unless its property is not set.
     *
     * @param consumer throws IllegalArgumentException if the value is out of bounds
     * @return whether the property is set
     */
    public <T> boolean apply(String option, Class<T> type, Consumer<T> consumer) {
        Optional<T> value = get(option, type);
        try {
            value.ifPresent(consumer);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    nameOf(option) + " is '" + value.orElseThrow() + "': " + e.getMessage(), e);
        }
        return value.isPresent();
    }

    /**
     * Sets every option of a builder whose property is set and that takes a single number, time, boolean, text or
     * enum. The property has the name of the option.
     *
     * @param except names of options that have no property
     */
    public void applyTo(Object builder, Set<String> except) {
        for (Method method : builder.getClass().getMethods()) {
            boolean isOption = !Modifier.isStatic(method.getModifiers())
                    && method.getParameterCount() == 1
                    && method.getReturnType() != Object.class
                    && method.getReturnType().isInstance(builder)
                    && isSimple(method.getParameterTypes()[0])
                    && !except.contains(method.getName());
            if (isOption) {
                apply(method.getName(), method.getParameterTypes()[0], value -> set(builder, method, value));
            }
        }
    }

    /** Throws IllegalArgumentException if a property with the prefix was not asked for. */
    public void requireNoOthers() {
        for (String name : source.names()) {
            if (name.startsWith(prefix) && !isKnown(name.substring(prefix.length()))) {
                throw new IllegalArgumentException(name + " is '"
                        + source.get(name).orElse("") + "', but there is no such option; after " + prefix
                        + " there may be: " + String.join(", ", known));
            }
        }
    }

    /**
     * Returns whether an option is known. For an environment variable, MicroProfile Config may list a name in lower case,
     * beside which the option is found under its own name.
     */
    private boolean isKnown(String option) {
        return known.contains(option)
                || known.stream()
                        .anyMatch(each -> each.equalsIgnoreCase(option)
                                && source.get(prefix + each).isPresent());
    }

    private static void set(Object builder, Method option, Object value) {
        try {
            option.invoke(builder, value);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("cannot call " + option, e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot call " + option, e);
        }
    }

    private static boolean isSimple(Class<?> type) {
        return type == int.class
                || type == long.class
                || type == boolean.class
                || type == String.class
                || type == Duration.class
                || type.isEnum();
    }

    @SuppressWarnings("unchecked") // the value has the type, or its wrapper
    private <T> T parse(String option, Class<T> type, String text) {
        Optional<?> value = type == int.class
                ? number(text, Integer.MIN_VALUE, Integer.MAX_VALUE).map(Long::intValue)
                : type == long.class
                        ? number(text, Long.MIN_VALUE, Long.MAX_VALUE)
                        : type == boolean.class
                                ? bool(text)
                                : type == Duration.class
                                        ? time(text)
                                        : type.isEnum() ? constant(type, text) : Optional.of(text);
        return (T) value.orElseThrow(() ->
                new IllegalArgumentException(nameOf(option) + " is '" + text + "', must be " + description(type)));
    }

    private static String description(Class<?> type) {
        if (type == boolean.class) {
            return "true or false";
        }
        if (type == Duration.class) {
            return "a time such as 500ms, 20s, 5m, 1h or PT20S";
        }
        return type.isEnum() ? "one of " + Arrays.toString(type.getEnumConstants()) : "a whole number";
    }

    private static Optional<Long> number(String text, long min, long max) {
        try {
            return Optional.of(Long.valueOf(text)).filter(number -> number >= min && number <= max);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Boolean> bool(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(true);
            case "false" -> Optional.of(false);
            default -> Optional.empty();
        };
    }

    private static Optional<Duration> time(String text) {
        Matcher simple = TIME.matcher(text);
        try {
            if (!simple.matches()) {
                return Optional.of(Duration.parse(text));
            }
            return Optional.of(
                    simple.group(2).equals("ms")
                            ? Duration.ofMillis(Long.parseLong(simple.group(1)))
                            : Duration.parse("PT" + text));
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Also accepts {@code as-completed} for {@code AS_COMPLETED}. */
    private static Optional<?> constant(Class<?> type, String text) {
        String name = text.replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equalsIgnoreCase(name))
                .findAny();
    }
}
