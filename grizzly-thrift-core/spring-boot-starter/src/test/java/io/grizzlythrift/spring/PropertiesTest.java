package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.MethodOptions;
import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.client.balance.Aperture;
import io.grizzlythrift.client.balance.Balancer;
import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.config.HedgePolicy;
import io.grizzlythrift.client.config.RetryPolicy;
import io.grizzlythrift.client.security.SaslCredentials;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import io.grizzlythrift.strategy.AdaptiveStrategy;
import io.grizzlythrift.strategy.LeaderFollowerStrategy;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.util.StringUtils;
import org.testng.annotations.Test;

/** Tests that each option is a property or left to code on purpose, and has a description for IDEs. */
public class PropertiesTest {
    /** Groups of properties. */
    private static final Set<String> NESTED = Set.of("ssl", "sasl", "console", "accessRules", "concurrencyLimit");

    /** What only code can express: objects of the application, which are beans or come from a customizer. */
    private static final Set<String> CODE_OF_SERVERS = Set.of(
            "adopt", // a socket
            "announce",
            "authenticator",
            "catalog",
            "interceptor",
            "processorFactory");

    private static final Set<String> CODE_OF_CLIENTS =
            Set.of("callbackExecutor", "interceptor", "resolver", "routingKey");

    /** Options that have properties of other names, or that the starter sets itself. */
    private static final Map<String, String> OTHER_NAMES = Map.ofEntries(
            Map.entry("authorizer", "accessRules"),
            Map.entry("endpoint", "address"),
            Map.entry("header", "headers"),
            Map.entry("host", "hosts"),
            Map.entry("limits", "maxFrameBytes"),
            Map.entry("listen", "port"),
            Map.entry("mechanism", "principal"),
            Map.entry("method", "methods"),
            Map.entry("name", "enabled"),
            Map.entry("priorities", "prioritiesFromHeader"),
            Map.entry("processor", "enabled"),
            Map.entry("service", "enabled"),
            Map.entry("shutdownHook", "enabled"), // the lifecycle closes servers
            Map.entry("tls", "ssl"));

    @Test
    public void eachOptionOfAServerIsAProperty() {
        assertComplete(ServerOptions.class, CODE_OF_SERVERS, options(ThriftServerBuilder.class));
        assertComplete(ServerOptions.class, Set.of(), options(ServerLimits.Builder.class));
    }

    @Test
    public void eachOptionOfAClientIsAProperty() {
        Set<String> options = options(ThriftClientBuilder.class);
        options.remove("name"); // the key of the properties
        assertComplete(ClientOptions.class, CODE_OF_CLIENTS, options);
    }

    @Test
    public void eachOptionOfAPolicyIsAProperty() {
        assertComplete(ClientOptions.Retries.class, Set.of(), changes(RetryPolicy.class));
        assertComplete(ClientOptions.Hedging.class, Set.of(), factories(HedgePolicy.class));
        Set<String> detection = changes(OutlierDetection.class);
        assertTrue(detection.remove("backoff"), "now initialBackoff and maxBackoff");
        assertComplete(ClientOptions.OutlierDetection.class, Set.of(), detection);
        assertComplete(ClientOptions.Aperture.class, Set.of(), changes(Aperture.class));
        assertComplete(ClientOptions.Sasl.class, Set.of(), options(SaslCredentials.Builder.class));
        assertEquals(factories(Aperture.class), Set.of("random", "deterministic"));
        assertEquals(factories(Balancer.class), Set.of("peakEwma", "roundRobin", "rendezvous"));
        assertEquals(
                factories(SaslCredentials.class),
                Set.of(
                        "kerberosKeytab",
                        "kerberosTicketCache",
                        "kerberosSubject",
                        "digestMd5",
                        "plain",
                        "external",
                        "mechanism"));
        Set<String> limit = changes(ConcurrencyLimit.class);
        assertTrue(limit.remove("bounds"), "now min and max");
        assertComplete(ServerOptions.ConcurrencyLimit.class, Set.of(), limit);
        assertComplete(ServerOptions.Method.class, Set.of(), changes(MethodOptions.class));
        assertComplete(ServerOptions.Console.class, Set.of(), options(ConsoleConfig.Builder.class));
        assertComplete(ServerOptions.Sasl.class, Set.of(), options(SaslConfig.Builder.class));
    }

    @Test
    public void eachOptionOfAStrategyIsAProperty() {
        for (Class<?> strategy : Set.of(
                WorkerThreadStrategy.class,
                LeaderFollowerStrategy.class,
                SameThreadStrategy.class,
                AdaptiveStrategy.class,
                VirtualThreadStrategy.class)) {
            assertComplete(ServerOptions.class, Set.of(), changes(strategy));
        }
    }

    private static void assertComplete(
            Class<? extends Record> properties, Set<String> leftToCode, Set<String> options) {
        Set<String> missing = new TreeSet<>(options);
        assertTrue(missing.containsAll(leftToCode), leftToCode + " are no longer options, only " + missing);
        missing.removeAll(leftToCode);
        Set<String> names = components(properties);
        missing.removeIf(option -> names.contains(option) || names.contains(OTHER_NAMES.getOrDefault(option, option)));
        assertEquals(missing, Set.of(), "add these to " + properties.getName());
    }

    @Test
    public void metadataDescribesEachProperty() throws IOException {
        String metadata;
        try (InputStream in = ServerOptions.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            metadata = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String name : components(ServerOptions.class)) {
            String property = "\"name\": \"grizzly.thrift.server." + dashed(name) + "\"";
            if (!NESTED.contains(name)) {
                int begin = metadata.indexOf(property);
                assertTrue(begin >= 0, property);
                int end = metadata.indexOf('}', begin);
                assertTrue(metadata.substring(begin, end).contains("\"description\""), property);
            }
        }
        for (String nested : Set.of("ssl.bundle", "sasl.max-token-bytes", "console.calls", "access-rules.file")) {
            assertTrue(metadata.contains("\"grizzly.thrift.server." + nested + "\""), nested);
        }
        assertTrue(metadata.contains("\"grizzly.thrift.client\""), "clients");
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
    }

    private static Set<String> components(Class<? extends Record> options) {
        return Arrays.stream(options.getRecordComponents())
                .map(RecordComponent::getName)
                .collect(Collectors.toSet());
    }

    /** {@return the options that the methods of a builder set} */
    private static Set<String> options(Class<?> builder) {
        return methods(builder, method -> !Modifier.isStatic(method.getModifiers()) && method.getParameterCount() > 0);
    }

    /** {@return the options that the methods of an immutable class change} */
    private static Set<String> changes(Class<?> immutable) {
        return methods(immutable, method -> method.getName().startsWith("with")).stream()
                .map(name -> StringUtils.uncapitalize(name.substring("with".length())))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@return the static methods that create objects} */
    private static Set<String> factories(Class<?> type) {
        return methods(
                type,
                method -> Modifier.isStatic(method.getModifiers())
                        && !method.getName().equals("create"));
    }

    private static Set<String> methods(Class<?> type, Predicate<Method> condition) {
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class && !method.isSynthetic())
                .filter(condition)
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
