package io.grizzlythrift.site;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.fail;

import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.strategy.SameThreadStrategy;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Compares a default with what a fresh builder holds. */
final class DefaultCheck {
    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final Pattern LIST = Pattern.compile(", ");
    private static final Pattern MAKER = Pattern.compile("\\.(create|defaults)\\(\\)");
    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

    /** Where the field has another name than the option. */
    private static final Map<String, List<String>> FIELDS = Map.ofEntries(
            Map.entry("listen", List.of("sockets")),
            Map.entry("adopt", List.of("sockets")),
            Map.entry("processor", List.of("processors", "processorFactory")),
            Map.entry("processorFactory", List.of("processors", "processorFactory")),
            Map.entry("service", List.of("namedProcessors", "services")),
            Map.entry("interceptor", List.of("interceptors")),
            Map.entry("method", List.of("methods")),
            Map.entry("withQueueTimeout", List.of("queueTimeout")),
            Map.entry("withCallTimeout", List.of("callTimeout")),
            Map.entry("withMaxInFlight", List.of("maxInFlight")),
            Map.entry("endpoint", List.of("endpoints")),
            Map.entry("announce", List.of("announced")),
            Map.entry("header", List.of("headers")),
            Map.entry("withHeader", List.of("headers")),
            Map.entry("withPriority", List.of("headers")),
            Map.entry("inheriting", List.of("inherited")),
            Map.entry("onReplyHeaders", List.of("replyHeaders")),
            Map.entry("withMaxRetries", List.of("maxRetries")),
            Map.entry("withIdempotentMethods", List.of("idempotentMethods")),
            Map.entry("withBudgetPercent", List.of("budgetPercent")),
            Map.entry("withBudgetPerSecond", List.of("budgetPerSecond")),
            Map.entry("allowPlainWithoutTls", List.of("allowedWithoutTls")),
            Map.entry("certificate", List.of("ownCertificate")),
            Map.entry("keyStore", List.of("ownCertificate")),
            Map.entry("keyManager", List.of("ownCertificate")),
            Map.entry("trust", List.of("trustedCertificates")),
            Map.entry("trustStore", List.of("trustedCertificates")),
            Map.entry("sslContext", List.of("readyContext")),
            Map.entry("mechanism", List.of("mechanisms")),
            Map.entry("host", List.of("hosts")),
            Map.entry("reloadOnChange", List.of("reloadInterval")),
            Map.entry("create", List.of("threads", "timeout", "idempotentMethods", "maxCalls")),
            Map.entry("withQueueCapacity", List.of("queueCapacity")),
            Map.entry("withQuickBound", List.of("quickBound")),
            Map.entry("withTimeout", List.of("timeout")),
            Map.entry("withRoutingKey", List.of("routingKey")),
            Map.entry("server", List.of("options")),
            Map.entry("listener", List.of("onTransport")),
            Map.entry("configure", List.of("configuration")),
            Map.entry("workerThreads", List.of("workerThreads", "minWorkerThreads")),
            Map.entry("protocolFactory", List.of("inputProtocolFactory")),
            Map.entry("transportFactory", List.of("inputTransportFactory")));

    /** Methods that make an object of what the caller gives. */
    private static final Set<String> MADE_OF = Set.of("of", "ofThreads");

    /** What types call their constant for nothing, or for what the JDK does. */
    private static final Set<String> NONE = Set.of("NONE", "DEFAULT", "OF_JDK");

    /** Other words for nothing. */
    private static final Set<String> NOTHING = Set.of(
            "none",
            "plain connections",
            "no limit",
            "as idleTimeout",
            "never",
            "no idempotent method",
            "off",
            "the client's options",
            "the client's callTimeout",
            "BINARY and COMPACT",
            "104,857,600, or maxFrameBytes if that is larger",
            "the selector threads",
            "the strategy's default",
            "the server's",
            "the JDK's authorities",
            "the JDK's choice");

    private DefaultCheck() {}

    static void check(OptionRow row, Object builder) throws ReflectiveOperationException {
        String words = row.value();
        if (MADE_OF.contains(row.option())) {
            assertEquals(words, "none", row.signature() + ": the caller gives it");
        } else if (row.option().equals("reconnectBackoff")) {
            assertEquals(
                    LIST.splitAsStream(words)
                            .map(one -> Quantity.of(one).orElseThrow())
                            .toList(),
                    List.of(field(builder, "initialReconnectBackoff"), field(builder, "maxReconnectBackoff")),
                    row.signature());
        } else if (builder instanceof SameThreadStrategy strategy) {
            assertEquals(words, "one selector thread per core", row.signature());
            assertEquals(strategy.defaultSelectorThreads(), PROCESSORS, row.signature());
        } else if (row.option().equals("dialects")) {
            compare(row, words, ofDialects(builder, "with", Optional.empty()));
        } else if (row.option().equals("http")) {
            compare(row, words, ofDialects(builder, "acceptsHttp"));
        } else {
            compare(row, words, value(row, builder));
        }
    }

    /** Returns what a method of the {@code DialectChoice} of a builder returns. */
    private static Object ofDialects(Object builder, String name, Object... arguments)
            throws ReflectiveOperationException {
        Object choice = field(builder, "dialects");
        Class<?>[] types = Arrays.stream(arguments).map(Object::getClass).toArray(Class<?>[]::new);
        Method method = choice.getClass().getDeclaredMethod(name, types);
        method.setAccessible(true);
        return method.invoke(choice, arguments);
    }

    private static void compare(OptionRow row, String words, Object value) {
        Optional<Comparable<?>> quantity = Quantity.of(words);
        if (quantity.isPresent()) {
            assertEquals(value instanceof Number number ? number.longValue() : value, quantity.get(), row.signature());
        } else if (NOTHING.contains(words)) {
            assertTrue(nothing(value), row.signature() + " is " + value + " by default, not: " + words);
        } else if (words.equals("on")) {
            assertEquals(value, OutlierDetection.create(), row.signature());
        } else if (words.equals("peakEwma")) {
            assertEquals(value, Balancer.peakEwma(), row.signature());
        } else if (words.equals("nothing")) {
            // Whatever it gets, it does nothing with it.
            ((Consumer<?>) value).accept(null);
        } else if (words.equals("a quarter of the maximum heap")) {
            assertEquals(value, Runtime.getRuntime().maxMemory() / 4, row.signature());
        } else if (words.startsWith("two threads per core")) {
            assertEquals(value, Math.max(8, 2 * PROCESSORS), row.signature());
        } else if (words.equals("one per two processors")) {
            assertEquals(value, Math.max(1, Math.min(4, PROCESSORS / 2)), row.signature());
        } else if (value instanceof Collection<?> values) {
            assertEquals(
                    values.stream().map(Object::toString).toList(),
                    LIST.splitAsStream(words).toList(),
                    row.signature());
        } else if (CONSTANT.matcher(words).matches() || value instanceof String || value instanceof Boolean) {
            assertEquals(String.valueOf(value), words, row.signature());
        } else if (value != null
                && (words.contains(".") || words.equals(value.getClass().getSimpleName()))) {
            String type = MAKER.matcher(words).replaceFirst("");
            assertTrue(
                    value.getClass().getName().replace('$', '.').endsWith("." + type),
                    row.signature() + " is " + value);
        } else {
            fail(row.signature() + ": say in " + DefaultCheck.class.getSimpleName() + " how to compare: " + words);
        }
    }

    private static boolean nothing(Object value) {
        if (value instanceof Collection<?> values) {
            return values.isEmpty();
        } else if (value instanceof Map<?, ?> values) {
            return values.isEmpty();
        } else if (value instanceof Optional<?> perhaps) {
            return perhaps.isEmpty();
        } else if (value instanceof OptionalInt perhaps) {
            return perhaps.isEmpty();
        } else if (value instanceof Number number) {
            return number.longValue() == 0;
        }
        return value == null || value.equals(false) || value.equals(Duration.ZERO) || isNone(value);
    }

    /** Whether a type calls it none itself. */
    private static boolean isNone(Object value) {
        List<Class<?>> types = new ArrayList<>(List.of(value.getClass().getInterfaces()));
        types.add(value.getClass());
        return types.stream()
                .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
                .filter(field -> NONE.contains(field.getName()))
                .anyMatch(field -> constant(field) == value);
    }

    private static Object constant(Field field) {
        try {
            return field(null, field);
        } catch (IllegalAccessException impossible) {
            throw new LinkageError(field.toString(), impossible);
        }
    }

    private static Object value(OptionRow row, Object builder) throws ReflectiveOperationException {
        List<String> names = new ArrayList<>(FIELDS.getOrDefault(row.option(), List.of()));
        names.add(row.option());
        for (String name : names) {
            for (Class<?> type = builder.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return field(builder, field);
                    }
                }
            }
        }
        throw new NoSuchFieldException(
                row.signature() + ": say in " + DefaultCheck.class.getSimpleName() + " which field holds it");
    }

    private static Object field(Object builder, String name) throws ReflectiveOperationException {
        for (Class<?> type = builder.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field(builder, field);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static Object field(Object builder, Field field) throws IllegalAccessException {
        field.setAccessible(true);
        return field.get(builder);
    }
}
