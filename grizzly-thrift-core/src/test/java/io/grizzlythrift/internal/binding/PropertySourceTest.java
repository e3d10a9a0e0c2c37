package io.grizzlythrift.internal.binding;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.OwnLog;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

/** Tests where properties come from. */
public class PropertySourceTest {
    @AfterMethod
    void reset() {
        ConfigProviderResolver.setInstance(null);
    }

    @Test
    void systemPropertiesWithoutMicroProfile() {
        System.setProperty("grizzly.thrift.test", "value");
        try (OwnLog log = OwnLog.start()) {
            PropertySource source = PropertySource.current();
            assertEquals(source.get("grizzly.thrift.test"), Optional.of("value"));
            assertTrue(source.names().contains("grizzly.thrift.test"));
            assertEquals(source.get("grizzly.thrift.none"), Optional.empty());
            String line = log.lines(Level.INFO).get(0);
            assertTrue(line.startsWith("MicroProfile Config cannot be used, so properties are system prop"), line);
        } finally {
            System.clearProperty("grizzly.thrift.test");
        }
    }

    @Test
    void microProfileWhereItIs() {
        ConfigProviderResolver.setInstance(new OneProperty());
        System.setProperty("grizzly.thrift.test", "value");
        try {
            PropertySource source = PropertySource.current();
            assertEquals(source.get("grizzly.thrift.one"), Optional.of("from MicroProfile"));
            assertEquals(source.names(), Set.of("grizzly.thrift.one"));
            assertFalse(source.get("grizzly.thrift.test").isPresent());
        } finally {
            System.clearProperty("grizzly.thrift.test");
        }
    }

    /** A configuration with a single property. */
    private static final class OneProperty extends ConfigProviderResolver {
        @Override
        public Config getConfig() {
            return (Config) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Config.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "getOptionalValue" ->
                            Optional.of("from MicroProfile").filter(value -> arguments[0].equals("grizzly.thrift.one"));
                        case "getPropertyNames" -> List.of("grizzly.thrift.one");
                        default -> throw new UnsupportedOperationException(method.toString());
                    });
        }

        @Override
        public Config getConfig(ClassLoader loader) {
            return getConfig();
        }

        @Override
        public ConfigBuilder getBuilder() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void registerConfig(Config config, ClassLoader loader) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void releaseConfig(Config config) {
            throw new UnsupportedOperationException();
        }
    }
}
