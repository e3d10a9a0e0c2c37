package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import jakarta.inject.Singleton;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.glassfish.hk2.api.DynamicConfiguration;
import org.glassfish.hk2.api.Immediate;
import org.glassfish.hk2.utilities.Binder;
import org.glassfish.hk2.utilities.binding.AbstractBinder;

/**
 * Binds a {@link ThriftServer} that serves handlers of an HK2 locator.
 *
 * <pre>{@code
 * ServiceLocatorUtilities.bind(locator, new ThriftBinder()
 *         .service(Calculator.Iface.class)
 *         .strategy("worker-thread")
 *         .server(options -> options.listen("0.0.0.0", 9090).protocol(ThriftProtocol.COMPACT)));
 * ThriftServer server = locator.getService(ThriftServer.class);
 * }</pre>
 *
 * <p>The first who asks the locator for the {@code ThriftServer} makes it and starts it, on the calling thread; with
 * {@link #immediately} the locator does. Only then are handlers, the strategy and interceptors looked up, so they may
 * be bound before or after this. What is missing or wrong is thrown as the cause of HK2's {@code MultiException};
 * nothing is left behind then, and who asks again tries again. When the locator is shut down, the server drains within
 * its {@link ThriftServerBuilder#shutdownGrace shutdownGrace}, before the handlers that it used are disposed of.
 *
 * <p>Every {@link io.grizzlythrift.call.CallInterceptor} that is bound applies: the highest rank is the outermost,
 * and those added by {@link #server} come before. The three strategies of the library are bound when the server is
 * made, unless they are there already.
 *
 * <p>A binder may be bound into any number of locators, and several of different names into one. Not for use by two
 * threads at a time.
 */
public final class ThriftBinder implements Binder {
    private final String name;
    private final List<BoundServerConfig.Service> services = new ArrayList<>();
    private final List<Consumer<ThriftServerBuilder>> options = new ArrayList<>();
    private Optional<String> strategy = Optional.empty();
    private boolean allServices;
    private boolean immediately;

    /** Describes the server {@code thrift}. */
    public ThriftBinder() {
        this("thrift");
    }

    /**
     * Describes one of several servers of a locator.
     *
     * @param name of the server, and of the {@code ThriftServer} in the locator; not blank
     * @throws IllegalArgumentException if the name is blank
     */
    public ThriftBinder(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name is blank");
        }
        this.name = name;
    }

    /**
     * Serves the handler that the locator would inject for this contract, under the name of its Thrift service: the one
     * of the highest rank, of these the one bound first. Repeatable. If it is the only service, calls that name no
     * service reach it as well.
     *
     * @param contract a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}, or a type that
     *     implements one
     * @return this
     * @throws IllegalArgumentException if the contract is none of these
     */
    public ThriftBinder service(Class<?> contract) {
        services.add(new BoundServerConfig.Service(Optional.empty(), ThriftService.of(contract)));
        return this;
    }

    /**
     * Serves a handler to clients that use {@code TMultiplexedProtocol} with this name: the handler that is bound under
     * the same name, or else the best of those that have none. Repeatable.
     *
     * @param serviceName not blank, without a colon
     * @param contract a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}, or a type that
     *     implements one
     * @return this
     * @throws IllegalArgumentException if the contract is none of these
     */
    public ThriftBinder service(String serviceName, Class<?> contract) {
        Objects.requireNonNull(serviceName, "service name");
        services.add(new BoundServerConfig.Service(Optional.of(serviceName), ThriftService.of(contract)));
        return this;
    }

    /**
     * Serves every handler that is bound under a generated {@code Iface}, {@code AsyncIface} or {@code FutureIface}:
     * those with a name under that name, the best of those without as by {@link #service(Class)}. Not for a locator
     * that has stubs of a client under such contracts: they would be served, too.
     *
     * @return this
     */
    public ThriftBinder allServices() {
        allServices = true;
        return this;
    }

    /**
     * Takes the strategy that is bound under this name. Default: the one that {@link #server} sets, or the server's own
     * default.
     *
     * @param strategyName {@code same-thread}, {@code worker-thread}, {@code leader-follower}, or the name of one's own
     * @return this
     */
    public ThriftBinder strategy(String strategyName) {
        strategy = Optional.of(strategyName);
        return this;
    }

    /**
     * Sets the other options of the server; at least an address to listen on is needed. Repeatable.
     *
     * @param settings called when the server is made, each time with a fresh builder
     * @return this
     */
    public ThriftBinder server(Consumer<ThriftServerBuilder> settings) {
        options.add(Objects.requireNonNull(settings, "settings"));
        return this;
    }

    /**
     * Lets the locator start the server, on a thread of its own, as soon as this is bound and
     * {@code ServiceLocatorUtilities.enableImmediateScope(locator)} was called; handlers must be bound before, or
     * together with this. A server that cannot start is logged. Default: who asks for the server starts it.
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
                name, List.copyOf(services), allServices, strategy, List.copyOf(options), immediately);
        Class<? extends Annotation> scope = immediately ? Immediate.class : Singleton.class;
        new AbstractBinder() {
            @Override
            protected void configure() {
                bind(config).named(name).to(BoundServerConfig.class);
                bindFactory(ThriftServerFactory.class, Singleton.class)
                        .named(name)
                        .to(ThriftServer.class)
                        .in(scope);
            }
        }.bind(configuration);
    }
}
