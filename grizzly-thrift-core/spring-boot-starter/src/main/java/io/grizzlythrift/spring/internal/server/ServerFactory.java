package io.grizzlythrift.spring.internal.server;

import io.grizzlythrift.call.PriorityClassifier;
import io.grizzlythrift.call.ServerInterceptor;
import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.limits.ConcurrencyLimit;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.security.Authenticator;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.spring.ThriftServerCustomizer;
import io.grizzlythrift.spring.ThriftService;
import io.grizzlythrift.spring.internal.config.BuilderOptions;
import io.grizzlythrift.spring.internal.config.BundleTls;
import io.grizzlythrift.spring.internal.config.ServerOptions;
import io.grizzlythrift.spring.internal.config.ThriftConfigurationException;
import io.grizzlythrift.tls.TlsConfig;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.thrift.TProcessor;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * Creates servers from properties and beans. Everything is looked up when a server is created, so that a restarted
 * context gets the beans of then.
 */
final class ServerFactory implements AutoCloseable {
    private static final int DEFAULT_PORT = 9090;
    private static final Duration MARGIN = Duration.ofSeconds(1);

    private final ListableBeanFactory beans;
    private final BundleTls bundles;
    private final boolean virtualThreads;
    private final Duration phaseTimeout;
    private final ServerSecurity security;

    /** @param phaseTimeout after which Spring goes on to destroy beans */
    ServerFactory(ListableBeanFactory beans, BundleTls bundles, boolean virtualThreads, Duration phaseTimeout) {
        this.beans = beans;
        this.bundles = bundles;
        this.virtualThreads = virtualThreads;
        this.phaseTimeout = phaseTimeout;
        security = new ServerSecurity(beans);
    }

    /**
     * Creates a server, which is not started.
     *
     * @param freePort the port to listen on if the properties ask for any free one; 0 for any
     * @throws ThriftConfigurationException if the options are not valid, with the name of the property
     */
    ThriftServer create(String name, ServerOptions options, int freePort, List<ServiceBean> services) {
        try {
            return builder(name, options, freePort, services).build();
        } catch (NoClassDefFoundError e) {
            throw ThriftConfigurationException.missingClass("The Thrift server '" + name + "'", e);
        }
    }

    private ThriftServerBuilder builder(String name, ServerOptions options, int freePort, List<ServiceBean> services) {
        BuilderOptions properties = new BuilderOptions(prefix(name), options);
        ThriftServerBuilder builder = ThriftServer.builder().name(name);
        String host = options.host() == null ? "127.0.0.1" : options.host();
        properties.set(
                "port", port(name, options, properties), port -> builder.listen(host, port == 0 ? freePort : port));
        Strategies.set(options, properties, virtualThreads, builder);
        setShutdown(options, properties, builder);
        properties.applyTo(builder);
        setConsole(options, properties, builder);
        Strategies.setOfMethods(options, properties, builder);
        if (Boolean.TRUE.equals(options.prioritiesFromHeader())) {
            builder.priorities(PriorityClassifier.FROM_HEADER);
        }
        setLimits(options, properties, builder);
        setTls(options, properties, builder);
        addServices(services, builder);
        beans.getBeanProvider(ServerInterceptor.class).orderedStream().forEach(builder::interceptor);
        security.set(name, options, properties, builder);
        beans.getBeanProvider(Authenticator.class).ifUnique(builder::authenticator);
        beans.getBeanProvider(ThriftServerCustomizer.class)
                .orderedStream()
                .forEach(customizer -> customizer.customize(name, builder));
        return builder;
    }

    static String prefix(String server) {
        return "grizzly.thrift."
                + (server.equals(ThriftService.DEFAULT_SERVER) ? "server." : "servers." + server + ".");
    }

    private static int port(String name, ServerOptions options, BuilderOptions properties) {
        if (options.port() != null) {
            return options.port();
        }
        if (!name.equals(ThriftService.DEFAULT_SERVER)) {
            throw new ThriftConfigurationException(
                    "The Thrift server '" + name + "' has no port.",
                    "Set " + properties.nameOf("port") + " to the port to listen on, or to 0 for any free port.");
        }
        return DEFAULT_PORT;
    }

    private static void setConsole(ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        ServerOptions.Console console = options.console();
        if (console != null && Boolean.TRUE.equals(console.enabled())) {
            ConsoleConfig.Builder config = ConsoleConfig.builder();
            BuilderOptions nested = properties.nested("console", console);
            nested.applyTo(config);
            if (console.hosts() != null) {
                nested.set("hosts", console.hosts(), hosts -> hosts.forEach(config::host));
            }
            builder.console(config.build());
        }
    }

    /** Spring destroys beans once the phase has timed out, so the drain must have ended by then. */
    private void setShutdown(ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        Duration delay = options.drainDelay() == null ? Duration.ZERO : options.drainDelay();
        Duration room = phaseTimeout.minus(delay);
        if (options.shutdownGrace() == null) {
            Duration grace = room.compareTo(MARGIN.multipliedBy(2)) > 0 ? room.minus(MARGIN) : room.dividedBy(2);
            properties.set(
                    "drainDelay", delay, each -> builder.shutdownGrace(min(grace, ThriftServerBuilder.MAX_GRACE)));
        } else if (options.shutdownGrace().compareTo(room) > 0) {
            throw new ThriftConfigurationException(
                    properties.nameOf("shutdownGrace") + " (" + options.shutdownGrace() + ") and "
                            + properties.nameOf("drainDelay") + " (" + delay + ") take longer than"
                            + " spring.lifecycle.timeout-per-shutdown-phase (" + phaseTimeout
                            + "), so beans would be destroyed while calls use them.",
                    "Lower the first two, or raise spring.lifecycle.timeout-per-shutdown-phase.");
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static void setLimits(ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        ServerLimits.Builder limits = ServerLimits.builder();
        properties.applyTo(limits);
        setConcurrencyLimit(options.concurrencyLimit(), properties, limits);
        try {
            builder.limits(limits.build());
        } catch (IllegalStateException e) { // limits that do not fit each other
            throw new ThriftConfigurationException(
                    "The limits of a Thrift server do not fit each other: " + e.getMessage(),
                    "Change the properties " + properties.nameOf("") + "* that the description names.",
                    e);
        }
    }

    private static void setConcurrencyLimit(
            ServerOptions.@Nullable ConcurrencyLimit options, BuilderOptions properties, ServerLimits.Builder limits) {
        if (options == null || Boolean.FALSE.equals(options.enabled())) {
            return;
        }
        BuilderOptions nested = properties.nested("concurrencyLimit", options);
        ConcurrencyLimit limit = nested.applied(ConcurrencyLimit.adaptive());
        nested.setBounds(
                "min",
                options.min(),
                "max",
                options.max(),
                List.of(limit.min(), limit.max()),
                (min, max) -> limits.concurrencyLimit(limit.withBounds(min, max)));
    }

    private void setTls(ServerOptions options, BuilderOptions properties, ThriftServerBuilder builder) {
        ServerOptions.Ssl ssl = options.ssl();
        if (ssl != null && StringUtils.hasText(ssl.bundle())) {
            properties.set("ssl.bundle", ssl.bundle(), bundle -> {
                TlsConfig.Builder tls = bundles.builder(bundle);
                if (ssl.clientCertificates() != null) {
                    tls.clientCertificates(ssl.clientCertificates());
                }
                builder.tls(tls.build());
            });
        }
    }

    private void addServices(List<ServiceBean> services, ThriftServerBuilder builder) {
        for (ServiceBean service : services) {
            TProcessor processor = processor(service);
            builder.service(service.name(), processor);
            if (services.size() == 1 && !service.hasOwnName()) {
                builder.processor(processor);
            }
        }
    }

    private TProcessor processor(ServiceBean service) {
        Object handler = beans.getBean(service.bean());
        Class<?> type = HandlerContract.generatedIn(
                        Arrays.asList(ClassUtils.getAllInterfacesForClass(handler.getClass())))
                .get(0);
        for (HandlerDecorator decorator :
                beans.getBeanProvider(HandlerDecorator.class).orderedStream().toList()) {
            handler = decorator.decorate(type, handler);
        }
        return service.contract().processor(handler);
    }

    /**
     * Checks which servers there are.
     *
     * @throws ThriftConfigurationException if beans name a server that is not configured, or a server has no beans
     */
    static void requireServices(Map<String, ServerOptions> configured, Map<String, List<ServiceBean>> services) {
        configured.forEach((name, options) -> {
            if (options.enabled() && !services.containsKey(name)) {
                throw new ThriftConfigurationException(
                        "The properties " + prefix(name) + "* describe the Thrift server '" + name
                                + "', but no bean is served by it.",
                        "Annotate a bean that implements a generated Iface with @ThriftService"
                                + (name.equals(ThriftService.DEFAULT_SERVER) ? "" : "(server = \"" + name + "\")")
                                + ", and check that it is in a package that is scanned; or set " + prefix(name)
                                + "enabled=false.");
            }
        });
        services.forEach((name, of) -> {
            if (!name.equals(ThriftService.DEFAULT_SERVER) && !configured.containsKey(name)) {
                throw new ThriftConfigurationException(
                        "The bean '" + of.get(0).bean() + "' is served by the Thrift server '" + name
                                + "', which is not configured.",
                        "Set " + prefix(name) + "port; the servers are " + configured.keySet() + ".");
            }
        });
    }

    /** Stops reading files. */
    @Override
    public void close() {
        security.close();
    }
}
