package io.grizzlythrift.server;

import io.grizzlythrift.console.ConsoleConfig;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.internal.connection.ChannelReadFilter;
import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.connection.ConsolePort;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.metrics.ServerMBean;
import io.grizzlythrift.internal.sasl.SaslFilter;
import io.grizzlythrift.security.SaslConfig;
import io.grizzlythrift.strategy.internal.util.MBeanRegistration;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import io.grizzlythrift.strategy.internal.util.ShutdownHook;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that a listener has between its start and its stop: threads, filters, sockets, announcements. A start that fails is
 * undone, and the next one gets a new object. Used by one thread at a time, which holds the lock of the listener, except
 * for {@link #frames}, {@link #filter}, {@link #age} and {@link #entryFilters}.
 */
final class ListenerRun {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    /** How long to wait for interrupted threads to end. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    /** The longest time to wait until connections are closed; listeners of their end may block. */
    private static final Duration CONNECTIONS_CLOSE = Duration.ofSeconds(5);

    private final ThriftServerConfig config;
    private final ListenerTransport transport;
    private List<InetSocketAddress> boundAddresses = List.of();
    private Optional<ShutdownHook> shutdownHook = Optional.empty();
    private Optional<MBeanRegistration> jmx = Optional.empty();
    private Optional<Announcements> announcements = Optional.empty();

    // These are set by prepare(), the last ones perhaps not if it fails; stop() checks that.
    private volatile @Nullable FrameFilter frames;
    private volatile @Nullable ThriftServerFilter filter;
    private @Nullable SaslFilter sasl;
    private @Nullable StrategyThreads threads;
    private @Nullable ConnectionLimiter limiter;
    private @Nullable FilterChain chain;
    private volatile @Nullable List<Filter> entryFilters;

    private final long begun = System.nanoTime();

    ListenerRun(ThriftServerConfig config, ListenerTransport transport) {
        this.config = config;
        this.transport = transport;
    }

    /**
     * Creates the threads and the filters, and prepares the transport.
     *
     * @param isReady as in {@link ThriftListener#isReady()}
     * @param metrics returns the text for {@code /metrics}, if there is one
     * @param inspect takes snapshots for the console
     */
    void prepare(
            BooleanSupplier isReady,
            Supplier<Optional<Supplier<String>>> metrics,
            Function<InspectOptions, ServerSnapshot> inspect) {
        StopClasses.initialize();
        StrategyThreads begun = config.strategy().start(config.name(), config.selectorThreads());
        threads = begun;
        FrameFilter made = ThriftServerFilter.framesOf(config.service(), config.dialects());
        frames = made;
        ThriftServerFilter server = new ThriftServerFilter(begun, config.service(), made);
        filter = server;
        ConnectionLimiter limits =
                new ConnectionLimiter(config.limits(), server.limitReporter(), server.counterRecorder());
        limiter = limits;
        SaslFilter security = config.sasl()
                .map(options -> newSaslFilter(options, made, server))
                .orElse(null);
        sasl = security;
        server.http().setServing(isReady);
        server.http().setMetrics(metrics);
        config.console().ifPresent(options -> server.http().setConsole(newConsole(options, inspect)));
        server.afterTimeoutChecks(limits::resume);
        FilterChain own = newChain(made, server, security);
        chain = own;
        if (config.isPlain()) { // other filters return remainders
            server.filterState().shareStateOf(own);
        }
        Filter entry = new EntryFilter(limits, made, server, security);
        entryFilters = security == null ? List.of(entry, made, server) : List.of(entry, security, made, server);
        transport.prepare(this);
    }

    private ConsolePort newConsole(ConsoleConfig options, Function<InspectOptions, ServerSnapshot> inspect) {
        return new ConsolePort(
                config.name(),
                options,
                config.service().security(),
                config.addresses(),
                ConsoleData.of(config, options, inspect));
    }

    private SaslFilter newSaslFilter(SaslConfig options, FrameFilter made, ThriftServerFilter server) {
        return new SaslFilter(
                options, config.name(), made, server.counterRecorder(), server.limitReporter(), server::connectionOf);
    }

    private FilterChain newChain(FrameFilter made, ThriftServerFilter server, @Nullable SaslFilter security) {
        FilterChainBuilder builder =
                FilterChainBuilder.stateless().add(new ChannelReadFilter(maxReadBytes(made, server), server::endInput));
        config.filters().forEach(builder::add);
        config.tls().ifPresent(tls -> builder.add(TlsFilter.of(tls, server::endInput)));
        if (security != null) {
            builder.add(security);
        }
        return builder.add(made).add(server).build();
    }

    private ToIntFunction<Connection<?>> maxReadBytes(FrameFilter made, ThriftServerFilter server) {
        if (config.tls().isPresent()) {
            return server::maxReadBytesOfTls;
        }
        return made.acceptsHttp() ? server::maxReadBytesOf : connection -> ChannelReadFilter.MAX_BYTES;
    }

    StrategyThreads threads() {
        return required(threads);
    }

    FrameFilter frames() {
        return required(frames);
    }

    /** {@return the filter for SASL, or null without} */
    @Nullable
    SaslFilter sasl() {
        return sasl;
    }

    /** {@return the time since the start began} */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** {@return whether there are counters and metrics} */
    boolean isPrepared() {
        return filter != null;
    }

    ThriftServerFilter filter() {
        return required(filter);
    }

    ConnectionLimiter limiter() {
        return required(limiter);
    }

    /** {@return the chain of the connections that the sockets of the listener accept} */
    FilterChain chain() {
        return required(chain);
    }

    /** {@return what a chain needs whose connections a socket of the application accepts} */
    List<Filter> entryFilters() {
        return required(entryFilters);
    }

    private <T> T required(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return part;
    }

    /** {@return whether the current thread runs a call of this run, or reads its connections} */
    boolean isInCall() {
        ThriftServerFilter known = filter;
        return known != null && known.isInCall();
    }

    /** Binds all sockets, and returns their addresses. */
    List<InetSocketAddress> bind() throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (ListenSocket socket : config.sockets()) {
            try {
                TCPNIOServerConnection connection = transport.bind(socket, config.backlog());
                limiter().add(connection, socket.adopted().isPresent());
                if (config.isPlain()) {
                    connection.getMonitoringConfig().addProbes(filter().filterState());
                }
                addresses.add((InetSocketAddress) connection.getLocalAddress());
            } catch (IOException e) {
                throw new IOException(
                        "server '" + config.name() + "' cannot listen on " + socket.address() + ": " + e.getMessage(),
                        e);
            }
        }
        boundAddresses = List.copyOf(addresses);
        return boundAddresses;
    }

    /** Registers the listener with the JVM. Whatever may fail comes before a peer can connect. */
    void register(ThriftListener listener) {
        ThriftServerFilter server = filter();
        jmx = config.jmx()
                ? Optional.of(MBeanRegistration.of(
                        "ThriftServer",
                        config.name(),
                        new ServerMBean(config.name(), boundAddresses, server.counters(), server.metrics())))
                : Optional.empty();
        shutdownHook = config.shutdownHook()
                ? Optional.of(ShutdownHook.register(config.name() + "-shutdown-hook", listener::close))
                : Optional.empty();
        announcements = Optional.of(new Announcements(config.name(), config.announced(), server.counterRecorder()));
    }

    private void unregister() {
        shutdownHook.ifPresent(ShutdownHook::unregister);
        shutdownHook = Optional.empty();
        jmx.ifPresent(MBeanRegistration::unregister);
        jmx = Optional.empty();
    }

    /** Lets the sockets listen. */
    void listen() throws IOException {
        transport.start(limiter());
    }

    /** Announces the addresses as they were configured, which may be by name, with their bound ports. */
    void announce() {
        List<InetSocketAddress> requested = config.addresses();
        announcements
                .orElseThrow()
                .begin(IntStream.range(0, requested.size())
                        .mapToObj(i -> new InetSocketAddress(
                                requested.get(i).getAddress(),
                                boundAddresses.get(i).getPort()))
                        .toList());
    }

    /** Undoes the steps of a failed start, whichever it was, in reverse. */
    @SuppressWarnings("FutureReturnValueIgnored") // does not wait: reporting the failure comes first
    void undoStart() {
        try {
            announcements.ifPresent(Announcements::end);
        } finally {
            try {
                unregister();
            } finally {
                stopNow(StrategyThreads::undoStart, ThriftServerFilter::undoStart);
            }
        }
    }

    /** Drains the listener as {@link ThriftListener#shutdown} says, and stops it. */
    boolean drainAndStop(ShutdownOnce shutdown, Duration grace, Duration graceLeft) {
        try {
            withdraw(shutdown, grace);
            filter().announceDrain();
            delayDrain(shutdown, grace);
            String rejection = "server '" + config.name() + "' is shutting down";
            return Drain.run(shutdown, limiter(), config.backlog(), filter(), rejection, graceLeft);
        } finally {
            stopNow(StrategyThreads::shutdownNow, ThriftServerFilter::close);
            unregister();
        }
    }

    /** Withdraws the announcements. Does not wait for that if the grace is zero. */
    private void withdraw(ShutdownOnce shutdown, Duration grace) {
        boolean isShort = grace.compareTo(Announcements.MAX_WITHDRAWAL) < 0;
        shutdown.awaitDrained(announcements.orElseThrow().end(), isShort ? grace : Announcements.MAX_WITHDRAWAL);
    }

    private void delayDrain(ShutdownOnce shutdown, Duration grace) {
        Duration delay = grace.isZero() ? Duration.ZERO : config.drainDelay();
        if (!delay.isZero()) {
            LOG.info("server '{}' is no longer ready, and drains in {}", config.name(), delay);
        }
        shutdown.delay(delay);
    }

    /**
     * Closes all connections and stops all threads. Waits {@link #STOP_TIMEOUT} for handlers that ignore their interrupt.
     *
     * @param stopThreads stops the threads of the strategy
     * @param stopFilter stops the threads of the filter
     */
    private void stopNow(Consumer<StrategyThreads> stopThreads, Consumer<ThriftServerFilter> stopFilter) {
        StrategyThreads begun = threads;
        ThriftServerFilter server = filter;
        if (begun != null) {
            begun.rejectWork(); // a thread that no longer leads a selector would run it
        }
        try {
            if (chain != null) {
                ShortLivedThread.run(config.name() + "-closer", CONNECTIONS_CLOSE, this::closeConnections);
            }
        } finally {
            if (begun != null) {
                stopThreads.accept(begun);
            }
            if (server != null) {
                server.connections().forEach(ServerConnection::forceClose);
                stopFilter.accept(server);
            }
            if (sasl != null) {
                sasl.close();
            }
        }
        awaitThreads(begun, server);
    }

    private void closeConnections() {
        filter().refuseConnections();
        limiter().forceClose();
        transport.stop(this);
    }

    private void awaitThreads(@Nullable StrategyThreads begun, @Nullable ThriftServerFilter server) {
        try {
            boolean ended = begun == null || begun.awaitTermination(STOP_TIMEOUT);
            ended &= server == null || server.awaitTermination(STOP_TIMEOUT);
            if (!ended && server != null && server.counters().inFlight() > 0) { // else a thread is slow, or the user's
                LOG.warn("server '{}': a handler ignores its interrupt; its thread is left running", config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
