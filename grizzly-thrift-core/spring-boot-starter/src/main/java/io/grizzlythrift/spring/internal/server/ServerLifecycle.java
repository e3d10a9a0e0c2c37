package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.spring.ThriftServerStartedEvent;
import io.grizzlythrift.spring.ThriftServers;
import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.internal.config.BundleTls;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import io.grizzlythrift.spring.internal.config.ThriftProperties;
import io.grizzlythrift.strategy.VirtualThreadStrategy;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Starts the servers with the context, and drains them, all at the same time, when it stops. A server is created by each
 * start. Stops in the phase in which Spring Boot drains web servers, before any bean is destroyed. The state changes on
 * the thread of the context.
 */
public final class ServerLifecycle
        implements SmartLifecycle, SmartInitializingSingleton, DisposableBean, ThriftServers {
    /** That of Spring Boot's graceful shutdown of web servers. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    private static final Logger LOG = LoggerFactory.getLogger(ServerLifecycle.class);

    private static final String PORTS = "grizzlyThriftPorts";

    private final ConfigurableApplicationContext context;
    private final ServerFactory factory;
    private final Map<String, ServerOptions> options = new TreeMap<>();
    private Map<String, List<ServiceBean>> services = Map.of();

    /** Replaced as a whole. */
    private volatile Map<String, RunningServer> running = Map.of();

    /** Free ports that were chosen by an earlier start: clients that exist, such as those of tests, have them in addresses. */
    private final Map<String, Integer> ports = new HashMap<>();

    private boolean refusesTraffic;

    public ServerLifecycle(ConfigurableApplicationContext context, ThriftProperties properties, BundleTls bundles) {
        this.context = context;
        ConfigurableEnvironment environment = context.getEnvironment();
        factory = new ServerFactory(
                context.getBeanFactory(),
                bundles,
                environment.getProperty("spring.threads.virtual.enabled", boolean.class, false)
                        && VirtualThreadStrategy.isSupported(),
                phaseTimeout(environment));
        options.putAll(properties.servers());
        if (properties.servers().containsKey(ThriftService.DEFAULT_SERVER)) {
            throw new ThriftConfigurationException(
                    "grizzly.thrift.servers." + ThriftService.DEFAULT_SERVER + " is the default server.",
                    "Use the properties grizzly.thrift.server.* for it.");
        }
        options.put(ThriftService.DEFAULT_SERVER, properties.server());
    }

    private static Duration phaseTimeout(ConfigurableEnvironment environment) {
        return Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(Duration.ofSeconds(30));
    }

    /** Checks everything before the first server of the application starts. */
    @Override
    public void afterSingletonsInstantiated() {
        Map<String, List<ServiceBean>> found = ServiceBean.find(context.getBeanFactory());
        Map<String, ServerOptions> configured = new TreeMap<>(options);
        if (!options(ThriftService.DEFAULT_SERVER).isSet()) {
            configured.remove(ThriftService.DEFAULT_SERVER);
        }
        ServerFactory.requireServices(configured, found);
        found.keySet().removeIf(name -> !options(name).enabled());
        services = found;
        services.forEach((name, beans) -> factory.create(name, options(name), 0, beans));
    }

    private ServerOptions options(String name) {
        return Objects.requireNonNull(options.get(name), name);
    }

    @Override
    public void start() {
        Map<String, RunningServer> started = new LinkedHashMap<>();
        boolean complete = false;
        try {
            List<ServerBinding> bindings =
                    context.getBeanProvider(ServerBinding.class).orderedStream().toList();
            services.forEach((name, beans) -> started.put(name, start(name, beans, bindings)));
            running = started;
            publishPorts();
            started.values().forEach(each -> context.publishEvent(new ThriftServerStartedEvent(this, each.server())));
            complete = true;
        } finally {
            if (!complete) {
                running = Map.of();
                started.values().forEach(RunningServer::stop);
            }
        }
        if (refusesTraffic) { // not after the first start: then Spring Boot decides when traffic is accepted
            refusesTraffic = false;
            AvailabilityChangeEvent.publish(context, ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    private RunningServer start(String name, List<ServiceBean> beans, List<ServerBinding> bindings) {
        Integer previous = ports.get(name);
        if (previous != null) {
            try {
                return RunningServer.start(factory.create(name, options(name), previous, beans), bindings);
            } catch (UncheckedIOException e) {
                LOG.debug("port {} is taken, listens on another one", previous, e);
            }
        }
        try {
            return RunningServer.start(factory.create(name, options(name), 0, beans), bindings);
        } catch (UncheckedIOException e) {
            throw new ThriftConfigurationException(
                    "The Thrift " + e.getMessage() + ".",
                    "Stop the process that uses the address, or change " + ServerFactory.prefix(name) + "port or "
                            + ServerFactory.prefix(name) + "host.",
                    e);
        }
    }

    private void publishPorts() {
        Map<String, Object> properties = new LinkedHashMap<>();
        running.forEach((name, each) -> {
            ports.put(name, each.server().port());
            properties.put(
                    "local.grizzly.thrift." + name + ".port", each.server().port());
        });
        RunningServer main =
                running.size() == 1 ? running.values().iterator().next() : running.get(ThriftService.DEFAULT_SERVER);
        if (main != null) {
            properties.put("local.grizzly.thrift.port", main.server().port());
        }
        PropertySource<?> source = new MapPropertySource(PORTS, properties);
        context.getEnvironment().getPropertySources().remove(PORTS);
        context.getEnvironment().getPropertySources().addFirst(source);
    }

    /** Called by the context, which waits for the callback as long as the phase may take. */
    @Override
    public void stop(Runnable callback) {
        List<RunningServer> stopping = new ArrayList<>(running.values());
        if (stopping.isEmpty()) {
            callback.run();
            return;
        }
        refusesTraffic = true;
        AvailabilityChangeEvent.publish(context, ReadinessState.REFUSING_TRAFFIC);
        AtomicInteger left = new AtomicInteger(stopping.size());
        for (RunningServer each : stopping) {
            Runnable drain = () -> {
                try {
                    each.stop();
                } finally {
                    if (left.decrementAndGet() == 0) {
                        running = Map.of();
                        callback.run();
                    }
                }
            };
            new Thread(drain, each.server().config().name() + "-drain").start();
        }
    }

    @Override
    public void stop() {
        running.values().forEach(RunningServer::stop);
        running = Map.of();
    }

    @Override
    public void destroy() {
        factory.close();
    }

    @Override
    public boolean isRunning() {
        return !running.isEmpty();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public Map<String, ThriftServer> running() {
        Map<String, ThriftServer> servers = new TreeMap<>();
        running.forEach((name, each) -> servers.put(name, each.server()));
        return servers;
    }

    @Override
    public ThriftServer server(String name) {
        RunningServer server = running.get(name);
        if (server == null) {
            throw new IllegalStateException("the Thrift server '" + name + "' does not run, only " + running.keySet());
        }
        return server.server();
    }

    /** {@return the servers that the application should run} */
    public Set<String> expected() {
        return services.keySet();
    }
}
