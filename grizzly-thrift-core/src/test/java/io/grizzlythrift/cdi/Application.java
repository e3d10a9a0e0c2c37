package io.grizzlythrift.cdi;

import io.grizzlythrift.hk2.Caller;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.UniqueName;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.Extension;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.thrift.TException;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.environment.se.WeldContainer;

/** A CDI application in Weld SE whose properties are system properties. */
final class Application implements AutoCloseable {
    private static final String PREFIX = "grizzly.thrift.server.";

    private final WeldContainer container;

    private Application(WeldContainer container) {
        this.container = container;
    }

    /** Starts an application whose only server, "thrift", listens on a free port. */
    static Application of(Class<?>... beans) {
        return of(Map.of("thrift.port", "0"), beans);
    }

    /** Starts an application. The names of its properties begin after {@code grizzly.thrift.server}. */
    static Application of(Map<String, String> properties, Class<?>... beans) {
        properties.forEach((name, value) -> System.setProperty(PREFIX + name, value));
        try {
            Weld weld =
                    new Weld(UniqueName.of("application")).disableDiscovery().addBeanClasses(beans);
            // As Weld does with discovery, which would look for beans in all tests.
            ServiceLoader.load(Extension.class).forEach(weld::addExtension);
            return new Application(weld.initialize());
        } finally {
            properties.keySet().forEach(name -> System.clearProperty(PREFIX + name));
        }
    }

    /** Returns the only server. */
    ThriftServer server() {
        return get(ThriftServer.class);
    }

    ThriftServer server(String name) {
        return container.select(ThriftServer.class, NamedLiteral.of(name)).get();
    }

    Caller caller() throws TException {
        return new Caller(server());
    }

    <T> T get(Class<T> type) {
        return container.select(type).get();
    }

    @Override
    public void close() {
        container.close();
    }
}
