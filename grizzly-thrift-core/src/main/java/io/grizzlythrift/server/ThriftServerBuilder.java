package io.grizzlythrift.server;

import io.grizzlythrift.metrics.ThriftServerMXBean;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.tls.TlsConfig;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Describes a {@link ThriftServer}. Options are checked as they are set. Not for use by two threads at a time. */
public final class ThriftServerBuilder extends ServiceOptions<ThriftServerBuilder> {
    /** The largest number of selector threads: {@value}. */
    public static final int MAX_SELECTOR_THREADS = 256;

    /** The default backlog: {@value} connections. */
    public static final int DEFAULT_BACKLOG = 1024;

    /** The longest grace of a shutdown: one hour. */
    public static final Duration MAX_GRACE = Duration.ofHours(1);

    final List<ListenSocket> sockets = new ArrayList<>();
    ProcessingStrategy strategy = WorkerThreadStrategy.create();
    private int selectorThreads;
    int backlog = DEFAULT_BACKLOG;
    Duration shutdownGrace = Duration.ofSeconds(5);
    boolean shutdownHook;
    boolean jmx;
    Optional<TlsConfig> tls = Optional.empty();

    ThriftServerBuilder() {}

    @Override
    protected ThriftServerBuilder self() {
        return this;
    }

    /**
     * Listens on an address. Repeatable.
     *
     * @param host a name or an address of this machine, {@code 0.0.0.0} for all
     * @param port 0 to 65535; 0 takes any free one, see {@link ThriftServer#port()}
     * @return this
     * @throws IllegalArgumentException if the port is out of bounds
     */
    public ThriftServerBuilder listen(String host, int port) {
        Objects.requireNonNull(host, "host");
        sockets.add(ListenSocket.on(new InetSocketAddress(host, Bounds.requireBetween("port", port, 0, 65_535))));
        return this;
    }

    /**
     * Listens on a socket that is bound already, such as one that another process has opened. Repeatable.
     *
     * @param bound is closed with the server; connections in its backlog are served
     * @return this
     * @throws IllegalArgumentException if the socket is not bound
     */
    public ThriftServerBuilder adopt(ServerSocketChannel bound) {
        sockets.add(ListenSocket.adopted(bound));
        return this;
    }

    /**
     * Which threads read and which run calls. Default: {@link WorkerThreadStrategy#create()}.
     *
     * @param processingStrategy one of {@code io.grizzlythrift.strategy}, or one's own
     * @return this
     */
    public ThriftServerBuilder strategy(ProcessingStrategy processingStrategy) {
        strategy = Objects.requireNonNull(processingStrategy, "strategy");
        return this;
    }

    /**
     * How many threads select. Default: what the strategy advises for this machine.
     *
     * @param count 1 to {@value #MAX_SELECTOR_THREADS}
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftServerBuilder selectorThreads(int count) {
        selectorThreads = Bounds.requireBetween("selectorThreads", count, 1, MAX_SELECTOR_THREADS);
        return this;
    }

    /**
     * How many connections the operating system may hold before they are accepted. Default: {@value #DEFAULT_BACKLOG}.
     *
     * @param connections 1 to 65535; the operating system may have a lower limit
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftServerBuilder backlog(int connections) {
        backlog = Bounds.requireBetween("backlog", connections, 1, 65_535);
        return this;
    }

    /**
     * How long {@link ThriftServer#close()} waits for calls in flight. Default: 5 seconds.
     *
     * @param grace zero to one hour
     * @return this
     * @throws IllegalArgumentException if out of bounds
     */
    public ThriftServerBuilder shutdownGrace(Duration grace) {
        shutdownGrace = Bounds.requireBetween("shutdownGrace", grace, Duration.ZERO, MAX_GRACE);
        return this;
    }

    /**
     * Whether the JVM, when it ends in an orderly way (its last thread that is no daemon, {@code System.exit}, SIGTERM),
     * closes the server first, within {@link #shutdownGrace}. A server that was shut down before is forgotten by the
     * JVM. Default: false.
     *
     * @param drain true to have it closed
     * @return this
     */
    public ThriftServerBuilder shutdownHook(boolean drain) {
        shutdownHook = drain;
        return this;
    }

    /**
     * Whether {@link ThriftServerMXBean} is registered with the platform's MBean server from start to stop, as
     * {@code io.grizzlythrift:type=ThriftServer,name="<name>"}. If a server of this name is registered there already, a
     * further one is told from it by {@code id=2}, {@code id=3} and so on at the end of its name. Default: false.
     *
     * @param register true to have it registered
     * @return this
     */
    public ThriftServerBuilder jmx(boolean register) {
        jmx = register;
        return this;
    }

    /**
     * Speaks TLS on every address. Default: plain connections.
     *
     * @param config with a certificate of the server's own; may be shared, and its certificates loaded again while the
     *     server runs
     * @return this
     * @throws IllegalArgumentException if the configuration has no certificate
     */
    public ThriftServerBuilder tls(TlsConfig config) {
        if (!Objects.requireNonNull(config, "tls").hasCertificate()) {
            throw new IllegalArgumentException(
                    "tls has no certificate: a server needs TlsConfig.Builder.certificate, keyStore or keyManager");
        }
        tls = Optional.of(config);
        return this;
    }

    /**
     * Makes the server. Nothing is opened or started yet.
     *
     * @return a server to be started
     * @throws IllegalStateException if there is no address or no processor
     * @throws IllegalArgumentException if the strategy cannot serve that many selectors
     */
    public ThriftServer build() {
        if (sockets.isEmpty()) {
            throw new IllegalStateException("no address to listen on: use listen(host, port)");
        }
        int selectors = selectorThreads == 0 ? strategy.defaultSelectorThreads() : selectorThreads;
        strategy.checkSelectorThreads(selectors);
        return new ThriftServer(new ThriftServerConfig(this, toServiceConfig(), selectors));
    }
}
