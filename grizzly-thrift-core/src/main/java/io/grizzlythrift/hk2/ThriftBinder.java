package io.grizzlythrift.hk2;

import io.grizzlythrift.internal.binding.HandlerContract;
import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftListenerBuilder;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.hk2.api.DynamicConfiguration;
import org.glassfish.hk2.api.Immediate;
import org.glassfish.hk2.utilities.Binder;
import org.glassfish.hk2.utilities.binding.AbstractBinder;

/**
 * Binds a {@link ThriftServer} for the handlers of an HK2 locator.
 *
 * <pre>{@code
 * ServiceLocatorUtilities.bind(locator, new ThriftBinder()
 *         .service(Calculator.Iface.class)
 *         .strategy("worker-thread")
 *         .server(options -> options.listen("0.0.0.0", 9090)));
 * ThriftServer server = locator.getService(ThriftServer.class);
 * }</pre>
 *
 * <p>The first lookup of the {@code ThriftServer} creates and starts it on the calling thread; with {@link
 * #immediately} the locator does so itself. Handlers, strategy and interceptors are looked up at that time, so they can
 * be bound before or after this binder. A missing or invalid part is thrown as the cause of HK2's {@code
 * MultiException}; all resources are then released, and the next lookup tries again. When the locator shuts down, the
 * server drains within its {@link ThriftServerBuilder#shutdownGrace shutdownGrace} before its handlers are destroyed.
 *
 * <p>Every bound {@link io.grizzlythrift.call.ServerInterceptor} applies; the highest rank is the outermost. Interceptors
 * added by {@link #server} enclose them. The strategies of the library are bound when the server is created, unless the
 * locator has them.
 *
 * <p>A binder can be bound into several locators, and binders of different names into one locator. Not thread-safe.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
public final class ThriftBinder implements Binder {
    private final String name;
    private final List<BoundServerConfig.Service> services = new ArrayList<>();
    private final List<Consumer<ThriftServerBuilder>> options = new ArrayList<>();
    private Optional<BoundServerConfig.OnTransport> onTransport = Optional.empty();
    private Optional<String> strategy = Optional.empty();
    private boolean allServices;
    private boolean immediately;

    /** Creates a binder for a server with the name {@code thrift}. */
    public ThriftBinder() {
        this("thrift");
    }

    /**
     * Creates a binder for one of several servers of a locator.
     *
     * @param name the name of the server, and of the {@code ThriftServer} in the locator; not blank
     * @throws IllegalArgumentException if the name is blank
     */
    public ThriftBinder(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        this.name = name;
    }

    /**
     * Adds the handler that the locator injects for this contract, under the name of its Thrift service: the handler
     * with the highest rank, or the first bound of equal rank. Repeatable. If it is the only service, it also gets
     * calls that name no service.
     *
     * @param contract a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}, or a type that
     *     implements one
     * @return this
     * @throws IllegalArgumentException if the contract is not one of these
     */
    public ThriftBinder service(Class<?> contract) {
        services.add(new BoundServerConfig.Service(Optional.empty(), HandlerContract.of(contract)));
        return this;
    }

    /**
     * Adds a handler for clients that use {@code TMultiplexedProtocol} with this name: the handler bound under the same
     * name, or otherwise the unnamed handler with the highest rank. Repeatable.
     *
     * @param serviceName not blank, without a colon
     * @param contract a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}, or a type that
     *     implements one
     * @return this
     * @throws IllegalArgumentException if the contract is not one of these
     */
    public ThriftBinder service(String serviceName, Class<?> contract) {
        Objects.requireNonNull(serviceName, "service name");
        services.add(new BoundServerConfig.Service(Optional.of(serviceName), HandlerContract.of(contract)));
        return this;
    }

    /**
     * Adds every handler that is bound under a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}. A
     * handler with a name is added under that name; of those without a name, the one with the highest rank is added as
     * by {@link #service(Class)}. Do not use it if client stubs are bound under such contracts: they would be added as
     * well.
     *
     * @return this
     */
    public ThriftBinder allServices() {
        allServices = true;
        return this;
    }

    /**
     * Sets the strategy by the name under which it is bound. Default: the strategy set by {@link #server}, or the
     * server's default.
     *
     * @param strategyName {@code same-thread}, {@code worker-thread}, {@code leader-follower}, {@code adaptive}, {@code
     *     virtual-thread}, or the name of your own strategy
     * @return this
     */
    public ThriftBinder strategy(String strategyName) {
        strategy = Optional.of(strategyName);
        return this;
    }

    /**
     * Sets other options of the server, which needs at least one address. Repeatable.
     *
     * @param settings called with a new builder each time the server is created
     * @return this
     * @throws IllegalStateException if {@link #listener} was called
     */
    public ThriftBinder server(Consumer<ThriftServerBuilder> settings) {
        if (onTransport.isPresent()) {
            throw new IllegalStateException("listener(...) is set: bind a server or a listener");
        }
        options.add(Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /**
     * Binds a {@link ThriftListener} on a transport of the application in place of a {@link ThriftServer}: its first lookup
     * creates and starts it, and it drains when the locator shuts down. For example, on that of an {@code HttpServer}, next to
     * Jersey: {@code listener(() -> httpServer.getListener("grizzly").getTransport(), options -> ...)}.
     *
     * @param transport called each time the listener is created
     * @param settings sets other options, called with a new builder each time the listener is created
     * @return this
     * @throws IllegalStateException if {@link #server} was called
     */
    public ThriftBinder listener(Supplier<TCPNIOTransport> transport, Consumer<ThriftListenerBuilder> settings) {
        Objects.requireNonNull(settings, "settings");
        if (!options.isEmpty()) {
            throw new IllegalStateException("server(...) is set: bind a server or a listener");
        }
        onTransport = Optional.of(
                new BoundServerConfig.OnTransport(Objects.requireNonNull(transport, "transport"), settings));
        return this;
    }

    /**
     * Lets the locator start the server on its own thread, once this binder is bound and {@code
     * ServiceLocatorUtilities.enableImmediateScope(locator)} was called. Bind the handlers before this binder, or
     * together with it. If the server cannot start, the failure is logged. Default: the first lookup starts the server.
     *
     * @return this
     */
    public ThriftBinder immediately() {
        immediately = true;
        return this;
    }

    @Override
    public void bind(DynamicConfiguration configuration) {
        BoundServerConfig config = new BoundServerConfig(
                name, List.copyOf(services), allServices, strategy, List.copyOf(options), onTransport, immediately);
        Class<? extends Annotation> scope = immediately ? Immediate.class : Singleton.class;
        new AbstractBinder() {
            @Override
            protected void configure() {
                bind(config).named(name).to(BoundServerConfig.class);
                if (config.onTransport().isPresent()) {
                    bindFactory(ThriftListenerFactory.class, Singleton.class)
                            .named(name)
                            .to(ThriftListener.class)
                            .in(scope);
                } else {
                    bindFactory(ThriftServerFactory.class, Singleton.class)
                            .named(name)
                            .to(ThriftServer.class)
                            .in(scope);
                }
            }
        }.bind(configuration);
    }
}
