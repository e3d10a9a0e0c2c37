package io.grizzlythrift.http.addon;

import io.grizzlythrift.server.ThriftListener;
import io.grizzlythrift.server.ThriftListenerBuilder;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Serves Thrift on the transport of a {@link NetworkListener}. The Thrift listener starts, drains and stops with the {@code
 * HttpServer}:
 *
 * <pre>{@code
 * NetworkListener http = new NetworkListener("http", "0.0.0.0", 8080);
 * http.registerAddOn(ThriftAddOn.onOwnPort(options -> options
 *         .listen("0.0.0.0", 9090)
 *         .processor(new Calculator.Processor<>(handler))));
 * httpServer.addListener(http);
 * httpServer.start();
 * ...
 * httpServer.shutdown(10, TimeUnit.SECONDS).get();
 * httpServer.shutdownNow();
 * }</pre>
 *
 * <p>{@code HttpServer.start()} binds the addresses of Thrift before those of HTTP, and throws what {@link
 * ThriftListener#start} throws. If HTTP cannot be bound, call {@link #close}. {@code shutdown(grace, unit)} closes all sockets
 * and then drains Thrift beside HTTP, with most of that grace, or with {@code shutdownGrace} if it has no limit. Its future
 * completes when both are drained. {@code shutdownNow()} terminates both. If clients need time to notice that the server
 * ends, as with {@code announce} and {@code drainDelay}, call {@link #close} first, which leaves HTTP alone.
 *
 * <p>An {@code HttpServer} sets an add-on up once for each network listener, when it first starts it and makes its filter
 * chain. A network listener that is started again serves HTTP alone: replace it by a new one, with which the same add-on
 * may be registered. An add-on serves one network listener at a time. All methods are thread-safe.
 */
@SuppressWarnings("exports") // grizzly-http-server is optional: a module that uses it requires it
public final class ThriftAddOn implements AddOn, AutoCloseable {
    private final boolean onHttpPort;
    private final Consumer<ThriftListenerBuilder> options;

    /** Empty until the server starts. Guarded by this. */
    private Optional<ThriftListener> listener = Optional.empty();

    private ThriftAddOn(boolean onHttpPort, Consumer<ThriftListenerBuilder> options) {
        this.onHttpPort = onHttpPort;
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Creates an add-on that listens on addresses of its own.
     *
     * @param options sets the options of the Thrift listener, once for each network listener; at least one address and one
     *     processor
     * @return an add-on to register with a network listener that is not started
     */
    public static ThriftAddOn onOwnPort(Consumer<ThriftListenerBuilder> options) {
        return new ThriftAddOn(false, options);
    }

    /**
     * Creates an add-on that serves Thrift on the port of HTTP, as {@link ThriftProtocolFinder} tells them apart. With
     * TLS, both are below the TLS of the network listener. A connection over {@code maxConnections} is closed. The
     * timeouts of the Thrift listener replace those of HTTP once a connection is known to be Thrift; a silent one is closed
     * by the idle timeout of HTTP.
     *
     * @param options sets the options of the Thrift listener, once for each network listener; at least one processor, and
     *     further addresses if Thrift listens there, too
     * @return an add-on to register with a network listener that is not started
     * @throws IllegalStateException if {@code org.glassfish.grizzly:grizzly-portunif} is missing
     */
    public static ThriftAddOn onHttpPort(Consumer<ThriftListenerBuilder> options) {
        requirePortUnification();
        return new ThriftAddOn(true, options);
    }

    private static void requirePortUnification() {
        try {
            Class.forName("org.glassfish.grizzly.portunif.PUFilter", false, ThriftAddOn.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(
                    "onHttpPort needs the dependency org.glassfish.grizzly:grizzly-portunif, in the version of your other"
                            + " Grizzly artifacts",
                    e);
        }
    }

    /**
     * Starts the Thrift listener. Called by the {@code HttpServer} once for each network listener, when that first starts.
     *
     * @throws IllegalStateException if the add-on has no address and does not share that of HTTP, or already serves another
     *     network listener
     */
    @Override
    public synchronized void setup(NetworkListener network, FilterChainBuilder builder) {
        if (listener.filter(ThriftListener::isRunning).isPresent()) {
            throw new IllegalStateException("the add-on already serves a network listener: register another one for '"
                    + network.getName() + "'");
        }
        TCPNIOTransport transport = network.getTransport();
        ThriftListenerBuilder building = ThriftListener.builder(transport);
        options.accept(building);
        ThriftListener made = building.build();
        if (!onHttpPort && made.config().addresses().isEmpty()) {
            throw new IllegalStateException("no address to listen on: use listen(host, port), or onHttpPort");
        }
        made.start();
        listener = Optional.of(made);
        if (onHttpPort) {
            SharedPort.add(builder, made);
        }
        builder.add(new DrainFilter(made));
    }

    /**
     * Returns the Thrift listener, for its counters, metrics and port.
     *
     * @return the listener that was started last
     * @throws IllegalStateException if the {@code HttpServer} was never started
     */
    public synchronized ThriftListener listener() {
        return listener.orElseThrow(() -> new IllegalStateException("the HttpServer is not started"));
    }

    /** Drains and stops the Thrift listener within its {@code shutdownGrace}; HTTP continues. Does nothing before a start. */
    @Override
    public void close() {
        Optional<ThriftListener> started;
        synchronized (this) {
            started = listener;
        }
        started.ifPresent(ThriftListener::close);
    }
}
