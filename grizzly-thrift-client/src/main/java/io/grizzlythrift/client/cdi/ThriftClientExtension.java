package io.grizzlythrift.client.cdi;

import io.grizzlythrift.client.ThriftClientBuilder;
import io.grizzlythrift.internal.binding.PropertySource;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.DefinitionException;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.inject.Named;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provides what an application injects with the qualifier {@link ThriftClient}. CDI containers find it by themselves;
 * without such injection points it does nothing.
 *
 * <ul>
 *   <li>Deployment fails if a client that is used has no servers, or if a property is unknown or out of bounds. The message names
 *       property, value, bounds and an injection point.
 *   <li>When a client is first used, on the thread that uses it, the event {@link ThriftClientBuilder} is fired with the
 *       qualifier {@code @Named} and the name of the client. Its observers may change the builder, for what properties
 *       cannot say. Then the client is created.
 *   <li>Clients are closed after all beans of the application are destroyed, each within its {@link
 *       ThriftClientBuilder#shutdownGrace shutdownGrace}.
 * </ul>
 */
@SuppressWarnings("exports") // CDI is optional: a module that uses it requires it
public class ThriftClientExtension implements Extension { // not final: containers may create a subclass as a proxy
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClientExtension.class);

    /** What is injected, with the first injection point of each. */
    private final Map<Wanted, String> wanted = new LinkedHashMap<>();

    /** The clients whose builders the application observes; an empty name for all. */
    private final Set<String> observed = new HashSet<>();

    private final Map<String, io.grizzlythrift.client.ThriftClient> clients = new TreeMap<>();

    /** Those of the application: the thread that first uses a client may have another context class loader. */
    private Optional<PropertySource> properties = Optional.empty();

    private boolean ended;

    /** Called by the container. */
    public ThriftClientExtension() {}

    void find(@Observes ProcessInjectionPoint<?, ?> event) {
        Wanted.at(event.getInjectionPoint())
                .ifPresent(each -> wanted.putIfAbsent(
                        each, event.getInjectionPoint().getMember().toString()));
    }

    void findObserver(@Observes ProcessObserverMethod<ThriftClientBuilder, ?> event) {
        observed.add(event.getObserverMethod().getObservedQualifiers().stream()
                .filter(Named.class::isInstance)
                .map(qualifier -> ((Named) qualifier).value())
                .findAny()
                .orElse(""));
    }

    void addBeans(@Observes AfterBeanDiscovery event, BeanManager manager) {
        wanted.forEach((each, point) -> {
            try {
                each.check();
                each.describe(event.addBean(), name -> client(name, manager));
            } catch (IllegalArgumentException e) {
                event.addDefinitionError(new DefinitionException(point + ": " + e.getMessage(), e));
            }
        });
    }

    void validate(@Observes AfterDeploymentValidation event, BeanManager manager) {
        if (wanted.isEmpty()) {
            return;
        }
        properties = Optional.of(PropertySource.current());
        Map<String, String> points = new TreeMap<>();
        Set<String> used = new HashSet<>();
        wanted.forEach((each, point) -> {
            points.putIfAbsent(each.qualifier().value(), point);
            if (each.isBeanOfClient(manager)) {
                used.add(each.qualifier().value());
            }
        });
        points.forEach((name, point) -> {
            try {
                boolean isObserved = observed.contains("") || observed.contains(name);
                ClientProperties.builder(properties.get(), name, used.contains(name) && !isObserved);
            } catch (IllegalArgumentException e) {
                event.addDeploymentProblem(new DeploymentException(e.getMessage() + "; injected at " + point, e));
            }
        });
    }

    private synchronized io.grizzlythrift.client.ThriftClient client(String name, BeanManager manager) {
        io.grizzlythrift.client.ThriftClient existing = clients.get(name);
        if (existing != null) {
            return existing;
        }
        if (ended) {
            throw new IllegalStateException("client '" + name + "' is not created, because the application has ended");
        }
        ThriftClientBuilder builder = ClientProperties.builder(properties.orElseThrow(), name, false);
        manager.getEvent()
                .select(ThriftClientBuilder.class, NamedLiteral.of(name))
                .fire(builder);
        io.grizzlythrift.client.ThriftClient created = builder.build();
        clients.put(name, created);
        return created;
    }

    /** The container has destroyed the beans of the application. */
    synchronized void close(@Observes BeforeShutdown event) {
        ended = true;
        clients.forEach((name, client) -> {
            try {
                client.close();
            } catch (RuntimeException e) { // such as on a thread of that client; the others close all the same
                LOG.error("client '{}' did not close", name, e);
            }
        });
        clients.clear();
    }
}
