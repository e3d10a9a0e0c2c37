package io.grizzlythrift.cdi;

import io.grizzlythrift.internal.binding.PropertySource;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.DeploymentException;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessBean;
import jakarta.enterprise.inject.spi.ProcessObserverMethod;
import jakarta.enterprise.inject.spi.configurator.BeanConfigurator;
import jakarta.inject.Named;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a server for the beans of an application that are annotated with {@link ThriftService}. CDI containers find it
 * by themselves; without such beans it does nothing.
 *
 * <ul>
 *   <li>Deployment fails if a bean is not valid, if two beans of a server have the same name, or if a property is
 *       unknown, missing or out of bounds. The message names beans, property, value and bounds.
 *   <li>When the application is initialized, after its own observers of that event, each server is started on the
 *       container's thread. First, the event {@link ThriftServerBuilder} is fired, whose observers may change it; after
 *       the start, the event {@link ThriftServer}. Both have the qualifier {@code @Named} with the name of the server. If
 *       a server cannot start, the ones before it are stopped, and the failure is thrown to the container.
 *   <li>{@link ThriftServer} can be injected once it is started, with {@code @Named} if there are several.
 *   <li>Before the application's context is destroyed, each server is drained within its {@link
 *       ThriftServerBuilder#shutdownGrace shutdownGrace}, one after the other.
 * </ul>
 */
@SuppressWarnings("exports") // CDI is optional: a module that uses it requires it
public class ThriftServerExtension implements Extension { // not final: containers may create a subclass as a proxy
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServerExtension.class);

    /** Starts after the observers of the application. */
    private static final int LAST = Integer.MAX_VALUE;

    /** Stops before the observers of the application. */
    private static final int FIRST = 0;

    private final Map<String, List<ServiceBean>> found = new TreeMap<>();
    private final Map<String, List<ServiceBean>> served = new TreeMap<>();

    /** Read without a lock by handlers, for which a drain waits. */
    private final Map<String, BeanServer> running = new ConcurrentSkipListMap<>();

    /** The servers whose builders the application observes; an empty name for all. */
    private final Set<String> observed = new HashSet<>();

    /** Present once the beans are known to be served. */
    private Optional<PropertySource> properties = Optional.empty();

    private boolean started;

    /** Called by the container. */
    public ThriftServerExtension() {}

    void findService(@Observes ProcessBean<?> event) {
        Annotated annotated = event.getAnnotated();
        ThriftService service = annotated == null ? null : annotated.getAnnotation(ThriftService.class);
        if (service != null) {
            found.computeIfAbsent(service.server(), name -> new ArrayList<>())
                    .add(ServiceBean.of(service, event.getBean(), annotated));
        }
    }

    void findObserver(@Observes ProcessObserverMethod<ThriftServerBuilder, ?> event) {
        observed.add(event.getObserverMethod().getObservedQualifiers().stream()
                .filter(Named.class::isInstance)
                .map(qualifier -> ((Named) qualifier).value())
                .findAny()
                .orElse(""));
    }

    void addServers(@Observes AfterBeanDiscovery event) {
        for (String name : found.keySet()) {
            BeanConfigurator<ThriftServer> bean = event.<ThriftServer>addBean()
                    .beanClass(ThriftServer.class)
                    .types(ThriftServer.class, Object.class)
                    .qualifiers(NamedLiteral.of(name))
                    .scope(Dependent.class)
                    .createWith(context -> server(name));
            if (found.size() == 1) {
                bean.addQualifier(Default.Literal.INSTANCE);
            }
        }
    }

    void validate(@Observes AfterDeploymentValidation event, BeanManager manager) {
        if (found.isEmpty()) {
            return;
        }
        properties = Optional.of(PropertySource.current());
        found.forEach((name, beans) -> {
            try {
                served.put(name, ServiceBean.select(manager, beans));
                boolean isObserved = observed.contains("") || observed.contains(name);
                ServerProperties.builder(properties.get(), name, !isObserved);
            } catch (IllegalArgumentException e) {
                event.addDeploymentProblem(new DeploymentException(e.getMessage(), e));
            }
        });
    }

    /** A container may report each module of an application; the first report starts the servers. */
    synchronized void start(
            @Observes @Priority(LAST) @Initialized(ApplicationScoped.class) Object event, BeanManager manager) {
        if (started) {
            return;
        }
        started = true;
        boolean complete = false;
        try {
            served.forEach((name, beans) -> {
                ThriftServerBuilder builder = ServerProperties.builder(properties.orElseThrow(), name, false);
                BeanServer server = new BeanServer(name, builder, beans, manager);
                running.put(name, server); // before its first call, whose handler may look it up
                server.server().start();
                manager.getEvent()
                        .select(ThriftServer.class, NamedLiteral.of(name))
                        .fire(server.server());
            });
            complete = true;
        } finally {
            if (!complete) {
                stop();
            }
        }
    }

    private ThriftServer server(String name) {
        BeanServer server = running.get(name);
        if (server == null) {
            throw new IllegalStateException("server '" + name + "' does not run: it starts when the application is"
                    + " initialized; inject Instance<ThriftServer>, or observe the event ThriftServer");
        }
        return server.server();
    }

    void drain(@Observes @Priority(FIRST) @BeforeDestroyed(ApplicationScoped.class) Object event) {
        stop();
    }

    /** For containers that do not report the end of a module. */
    void end(@Observes BeforeShutdown event) {
        stop();
    }

    private synchronized void stop() {
        running.forEach((name, server) -> {
            try {
                server.close();
            } catch (RuntimeException e) { // of a bean that is destroyed; the other servers stop all the same
                LOG.error("server '{}' did not stop in an orderly way", name, e);
            }
        });
        running.clear();
    }
}
