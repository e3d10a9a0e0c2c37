package io.grizzlythrift.spring;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.spring.internal.config.ClientOptions;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.testng.annotations.Test;

/** Tests that each option of a builder that a property can express is a property, with a description for IDEs. */
public class PropertiesTest {
    /** The lifecycle closes servers, and names come from beans. */
    private static final Set<String> LEFT_OUT = Set.of("name", "shutdownHook");

    @Test
    public void eachSimpleOptionOfAServerIsAProperty() {
        Set<String> missing = simpleOptions(ThriftServerBuilder.class, ServerLimits.Builder.class);
        missing.removeAll(components(ServerOptions.class));
        assertEquals(missing, Set.of(), "add these to ServerOptions");
    }

    @Test
    public void eachSimpleOptionOfAClientIsAProperty() {
        Set<String> missing = simpleOptions(ThriftClientBuilder.class);
        missing.removeAll(components(ClientOptions.class));
        assertEquals(missing, Set.of(), "add these to ClientOptions");
    }

    @Test
    public void metadataDescribesEachProperty() throws IOException {
        String metadata;
        try (InputStream in = ServerOptions.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            metadata = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String name : components(ServerOptions.class)) {
            String property = "\"name\": \"grizzly.thrift.server." + dashed(name) + "\"";
            if (!name.equals("ssl")) {
                int begin = metadata.indexOf(property);
                assertTrue(begin >= 0, property);
                int end = metadata.indexOf('}', begin);
                assertTrue(metadata.substring(begin, end).contains("\"description\""), property);
            }
        }
        assertTrue(metadata.contains("\"grizzly.thrift.server.ssl.bundle\""), "ssl");
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

    private static Set<String> simpleOptions(Class<?>... builders) {
        return Arrays.stream(builders)
                .flatMap(builder -> Arrays.stream(builder.getMethods())
                        .filter(method -> !Modifier.isStatic(method.getModifiers())
                                && method.getParameterCount() == 1
                                && method.getDeclaringClass() != Object.class
                                && isSimple(method.getParameterTypes()[0])))
                .map(Method::getName)
                .filter(name -> !LEFT_OUT.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isSimple(Class<?> type) {
        return type.isPrimitive() || type == String.class || type == Duration.class || type.isEnum();
    }
}
