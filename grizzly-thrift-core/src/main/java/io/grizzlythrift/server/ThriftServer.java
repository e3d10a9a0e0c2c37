package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.AcceptedChannelConfigurator;
import io.grizzlythrift.internal.connection.ChannelReadFilter;
import io.grizzlythrift.internal.connection.ConnectionAttributes;
import io.grizzlythrift.internal.connection.ConnectionLimiter;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.internal.message.LibthriftVersion;
import io.grizzlythrift.internal.metrics.ServerMBean;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.internal.util.MBeanRegistration;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.glassfish.grizzly.asyncqueue.AsyncQueueWriter;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Thrift server. Works with framed clients in any language that speak the same protocol. A server can be started once
 * and stopped once. All methods are thread-safe.
 *
 * <pre>{@code
 * ThriftServer server = ThriftServer.builder()
 *         .listen("127.0.0.1", 9090)
 *         .processor(new Calculator.Processor<>(handler))
 *         .strategy(WorkerThreadStrategy.ofThreads(8))
 *         .build();
 * server.start();
 * }</pre>
 *
 * <p>A connection can have many calls in flight. A strategy with several threads runs them concurrently, so handlers
 * must be thread-safe. Binary arguments of more than 256 bytes are slices of the read buffer. They stay valid while the
 * handler keeps them, and keep that buffer in memory: at most 64 KiB, or their own frame. Shorter ones are copies. Buffers
 * without such slices are reused for later reads, so a processor that is not generated code must not access the
 * buffer of its transport after it returns.
 *
 * <p>A peer that shuts down its output gets the replies to the calls that it has sent; then the connection closes.
 */
public final class ThriftServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private static final Duration MAX_WAIT = Duration.ofDays(365);

    /** How long to wait for interrupted threads to end. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    /** The longest time to wait until connections are closed; listeners of their end may block. */
    private static final Duration CONNECTIONS_CLOSE = Duration.ofSeconds(5);

    private enum State {
        NEW,
        STARTED,
        STOPPED
    }

    private final ThriftServerConfig config;
    private final Object lifecycle = new Object();
    private volatile State state = State.NEW;
    private volatile List<InetSocketAddress> boundAddresses = List.of();

    // These are set by start(), and null before and after it failed; started() checks that.
    @SuppressWarnings("NullAway.Init")
    private volatile FrameFilter frameFilter;

    @SuppressWarnings("NullAway.Init")
    private volatile ThriftServerFilter serverFilter;

    @SuppressWarnings("NullAway.Init")
    private StrategyThreads threads;

    @SuppressWarnings("NullAway.Init")
    private ConnectionLimiter connectionLimiter;

    @SuppressWarnings("NullAway.Init")
    private TCPNIOTransport transport;

    @SuppressWarnings("NullAway.Init")
    private Announcements announcements;

    private final AtomicReference<Optional<Supplier<String>>> publishedMetrics =
            new AtomicReference<>(Optional.empty());
    private final ShutdownOnce shutdown = new ShutdownOnce();

    /** Whether a call of this server has stopped it, which is logged once. */
    private final AtomicBoolean stopsFromCall = new AtomicBoolean();

    private Optional<ShutdownHook> shutdownHook = Optional.empty();
    private Optional<MBeanRegistration> jmx = Optional.empty();

    ThriftServer(ThriftServerConfig config) {
        this.config = config;
    }

    /**
     * Creates a builder.
     *
     * @return a builder with defaults; it needs at least one address and one processor
     */
    public static ThriftServerBuilder builder() {
        return new ThriftServerBuilder();
    }

    /**
     * Binds every address and serves until {@link #shutdown} or {@link #close}. If an address cannot be bound, or the
     * start fails for another reason, all addresses are released, announcements are withdrawn, all threads end, and the
     * server can be started again. A channel that the server {@linkplain ThriftServerBuilder#adopt adopted} stays open, unless
     * the start fails after the server has begun to listen.
     *
     * @return this
     * @throws IllegalStateException if the server was already started, or if an older version of libthrift than 0.23.0 comes
     *     first on the class path
     * @throws UncheckedIOException if an address cannot be bound; the message names it
     */
    public ThriftServer start() {
        synchronized (lifecycle) {
            if (state != State.NEW) {
                throw new IllegalStateException("server '" + config.name() + "' "
                        + (state == State.STARTED
                                ? "is already started, on " + boundAddresses
                                : "was stopped; build a new one"));
            }
            LibthriftVersion.requireSupported();
            boolean started = false;
            try {
                prepare();
                boundAddresses = bindAll();
                register();
                transport.start();
                connectionLimiter.requireListening();
                state = State.STARTED;
                announcements.begin(advertisable());
                started = true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                if (!started) {
                    undoStart();
                }
            }
        }
        LOG.info(
                "server '{}' listens on {}, strategy {}",
                config.name(),
                boundAddresses,
                config.strategy().name());
        return this;
    }

    /** Creates the threads, the filters and the transport. */
    private void prepare() {
        threads = config.strategy().start(config.name(), config.selectorThreads());
        frameFilter = ThriftServerFilter.framesOf(config.service(), config.dialects());
        serverFilter = new ThriftServerFilter(threads, config.service(), frameFilter);
        connectionLimiter =
                new ConnectionLimiter(config.limits(), serverFilter.limitReporter(), serverFilter.counterRecorder());
        serverFilter.http().setServing(this::isReady);
        serverFilter.http().setMetrics(publishedMetrics::get);
        serverFilter.afterTimeoutChecks(connectionLimiter::resume);
        transport = newTransport();
        threads.install(transport);
        if (config.tls().isEmpty()) {
            PlainReadStrategy.install(transport, frameFilter, serverFilter);
        }
        connectionLimiter.install(transport);
    }

    /** Registers the server with the JVM. Whatever may fail comes before a peer can connect. */
    private void register() {
        jmx = config.jmx()
                ? Optional.of(MBeanRegistration.of(
                        "ThriftServer",
                        config.name(),
                        new ServerMBean(config.name(), boundAddresses, counters(), metrics())))
                : Optional.empty();
        shutdownHook = config.shutdownHook() ? Optional.of(ShutdownHook.register(this)) : Optional.empty();
        announcements = new Announcements(config.name(), config.announced(), serverFilter.counterRecorder());
    }

    private void unregister() {
        shutdownHook.ifPresent(ShutdownHook::unregister);
        shutdownHook = Optional.empty();
        jmx.ifPresent(MBeanRegistration::unregister);
        jmx = Optional.empty();
    }

    /** Undoes the steps of a failed start, whichever it was, in reverse. The next start begins anew. */
    @SuppressWarnings({"FutureReturnValueIgnored", "NullAway"}) // does not wait: reporting the failure comes first
    private void undoStart() {
        state = State.NEW;
        boundAddresses = List.of();
        try {
            if (announcements != null) {
                announcements.end();
            }
        } finally {
            try {
                unregister();
            } finally {
                stopNow(StrategyThreads::undoStart, ThriftServerFilter::undoStart);
                announcements = null;
                transport = null;
                threads = null;
            }
        }
    }

    private TCPNIOTransport newTransport() {
        FilterChainBuilder chain = FilterChainBuilder.stateless().add(newReadFilter());
        config.tls().ifPresent(tls -> chain.add(TlsFilter.of(tls, serverFilter::endInput)));
        TCPNIOTransport made = TCPNIOTransportBuilder.newInstance()
                .setName(config.name())
                .setAttributeBuilder(
                        ConnectionAttributes.builder(FrameFilter.class.getName(), ThriftServerFilter.class.getName()))
                .setProcessor(chain.add(frameFilter).add(serverFilter).build())
                .setOptimizedForMultiplexing(false)
                .setServerConnectionBackLog(config.backlog())
                .build();
        made.setTcpNoDelay(true);
        made.setChannelConfigurator(new AcceptedChannelConfigurator());
        // Each connection sets its own limit. Otherwise Grizzly asks each socket for the size of its buffer first.
        made.getAsyncQueueIO().getWriter().setMaxPendingBytesPerConnection(AsyncQueueWriter.UNLIMITED_SIZE);
        if (config.tls().isEmpty()) { // TLS reads into its own buffers
            made.setMemoryManager(new ReadBufferPool());
        }
        return made;
    }

    private ChannelReadFilter newReadFilter() {
        return new ChannelReadFilter(
                frameFilter.acceptsHttp() ? serverFilter::maxReadBytesOf : connection -> ChannelReadFilter.MAX_BYTES,
                serverFilter::endInput);
    }

    private List<InetSocketAddress> bindAll() throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (ListenSocket socket : config.sockets()) {
            try {
                TCPNIOServerConnection connection = socket.bind(transport, config.backlog());
                connectionLimiter.add(connection, socket.adopted().isPresent());
                if (config.tls().isEmpty()) { // TLS returns remainders
                    connection.getMonitoringConfig().addProbes(serverFilter.filterState());
                }
                addresses.add((InetSocketAddress) connection.getLocalAddress());
            } catch (IOException e) {
                throw new IOException(
                        "server '" + config.name() + "' cannot listen on " + socket.address() + ": " + e.getMessage(),
                        e);
            }
        }
        return List.copyOf(addresses);
    }

    /**
     * Returns the port of the first address.
     *
     * @return the bound port, even if port 0 was requested
     * @throws IllegalStateException if the server is not started
     */
    public int port() {
        return addresses().get(0).getPort();
    }

    /**
     * Returns the addresses of the server, in the order in which they were added.
     *
     * @return addresses with their bound ports
     * @throws IllegalStateException if the server was never started
     */
    public List<InetSocketAddress> addresses() {
        if (boundAddresses.isEmpty()) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return boundAddresses;
    }

    /** {@return the immutable configuration} */
    public ThriftServerConfig config() {
        return config;
    }

    /**
     * Returns the counters of connections, calls and limits.
     *
     * @return live counters, valid after the server has stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerCounters counters() {
        return started(serverFilter).counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the server has stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerMetrics metrics() {
        return started(serverFilter).metrics();
    }

    /**
     * Returns the number of connections terminated because their bytes are not a frame or message, or use a dialect
     * that is not accepted.
     *
     * @return a count since the start
     * @throws IllegalStateException if the server was never started
     */
    public long rejectedFrames() {
        return started(frameFilter).rejectedFrames();
    }

    private <T> T started(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return part;
    }

    /**
     * Publishes metrics under {@code /metrics}, if the server accepts {@linkplain ThriftServerBuilder#http HTTP}.
     * Replaces metrics that were published before. {@code ThriftServerMetricsBinder} calls this for registries of
     * Prometheus.
     *
     * @param text returns the body of a response, in the text format of Prometheus; called by one thread at a time,
     *     {@code NAME-metrics}. If it throws, the response is 500 and the exception is logged
     * @return withdraws the metrics; does nothing if they have been replaced
     */
    public Runnable publishMetrics(Supplier<String> text) {
        Optional<Supplier<String>> published = Optional.of(Objects.requireNonNull(text, "text"));
        publishedMetrics.set(published);
        return () -> publishedMetrics.compareAndSet(published, Optional.empty());
    }

    /**
     * Returns whether the server serves connections: from {@link #start} until it has stopped, including while it
     * drains. Use this for a liveness probe.
     *
     * @return false before the start, after a failed start, and once the server has stopped
     */
    public boolean isRunning() {
        return state == State.STARTED && !shutdown.isDone();
    }

    /**
     * Returns whether the server should get new connections and calls. Use this for a readiness probe: it is false as
     * soon as {@link #shutdown} or {@link #close} is called, although the server still serves for {@link
     * ThriftServerConfig#drainDelay()}.
     *
     * @return true from {@link #start} until the first call of {@code shutdown} or {@code close}
     */
    public boolean isReady() {
        return state == State.STARTED && !shutdown.isBegun();
    }

    /**
     * Waits until the server has stopped. Keeps the JVM running: {@code main} starts the server and calls this method.
     * Also waits if the server is not started yet.
     *
     * @throws InterruptedException if the calling thread is interrupted; the server continues
     */
    public void awaitTermination() throws InterruptedException {
        shutdown.await();
    }

    /**
     * Waits until the server has stopped or the timeout expires.
     *
     * @param timeout zero to 365 days
     * @return whether the server has stopped
     * @throws InterruptedException if the calling thread is interrupted; the server continues
     * @throws IllegalArgumentException if the timeout is out of bounds
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return shutdown.await(Bounds.requireBetween("timeout", timeout, Duration.ZERO, MAX_WAIT));
    }

    /** Calls {@link #shutdown} with the configured {@link ThriftServerConfig#shutdownGrace()}. */
    @Override
    public void close() {
        shutdown(config.shutdownGrace());
    }

    /**
     * Drains and stops the server. First it withdraws its {@linkplain ThriftServerBuilder#announce announcements}.
     * Unless the grace is zero, it then serves as before for {@link ThriftServerConfig#drainDelay()}, while {@link
     * #isReady()} is already false. Then it stops listening, completes calls in flight, rejects new calls with a reply,
     * writes all pending replies and closes the connections. Clients of this project are instead asked to close their
     * connections, once no socket listens, and their calls run until they do. When the grace expires, the server
     * terminates the remaining connections and interrupts running handlers. If another thread has stopped or is
     * stopping the server, this method returns that thread's result; the grace that expires first applies, and zero
     * ends the delay.
     *
     * <p>With SameThread, a selector that runs a handler stops listening once the handler returns. The rest of the
     * drain waits for that at most one second, and at most a quarter of the grace.
     *
     * <p>A handler or an interceptor may call this method: it then returns false without waiting, because the drain waits for
     * its call. Code on other threads that ends a call asynchronously must end it first.
     *
     * @param grace the longest time to wait for calls and writes after the delay, zero to one hour; zero terminates at
     *     once
     * @return true if, within the grace, every accepted call had a reply, and every reply was written or its peer had
     *     disconnected or was too slow
     * @throws IllegalArgumentException if the grace is out of bounds; the server is then unchanged
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        ThriftServerFilter filter = serverFilter;
        if (filter == null || !filter.isInCall()) {
            return shutdown.run(grace, () -> drainAndStop(grace));
        }
        if (stopsFromCall.compareAndSet(false, true)) {
            LOG.warn(
                    "server '{}' is stopped by a call of its own, which does not wait: the drain waits for that call",
                    config.name());
        }
        shutdown.runOn(task -> new Thread(task, config.name() + "-shutdown").start(), grace, () -> drainAndStop(grace));
        return false;
    }

    private boolean drainAndStop(Duration grace) {
        long startNanos = System.nanoTime();
        synchronized (lifecycle) {
            boolean drained = true;
            if (state == State.STARTED) {
                Duration graceLeft = grace.minusNanos(System.nanoTime() - startNanos);
                try {
                    withdraw(grace);
                    serverFilter.announceDrain();
                    delayDrain(grace);
                    String rejection = "server '" + config.name() + "' is shutting down";
                    drained = Drain.run(
                            shutdown, connectionLimiter, config.backlog(), serverFilter, rejection, graceLeft);
                } finally {
                    stopNow(StrategyThreads::shutdownNow, ThriftServerFilter::close);
                    unregister();
                }
                LOG.info(
                        "server '{}' stopped{}", config.name(), drained ? "" : ", not all calls ended within " + grace);
            }
            state = State.STOPPED;
            return drained;
        }
    }

    /** Returns the addresses as they were configured, which may be by name, with their bound ports. */
    private List<InetSocketAddress> advertisable() {
        List<InetSocketAddress> requested = config.addresses();
        return IntStream.range(0, requested.size())
                .mapToObj(i -> new InetSocketAddress(
                        requested.get(i).getAddress(), boundAddresses.get(i).getPort()))
                .toList();
    }

    /** Withdraws the announcements. Does not wait for that if the grace is zero. */
    private void withdraw(Duration grace) {
        boolean isShort = grace.compareTo(Announcements.MAX_WITHDRAWAL) < 0;
        shutdown.awaitDrained(announcements.end(), isShort ? grace : Announcements.MAX_WITHDRAWAL);
    }

    private void delayDrain(Duration grace) {
        Duration delay = grace.isZero() ? Duration.ZERO : config.drainDelay();
        if (!delay.isZero()) {
            LOG.info("server '{}' is no longer ready, and drains in {}", config.name(), delay);
        }
        shutdown.delay(delay);
    }

    /** {@return name, state, addresses, strategy, and the current numbers of open connections and calls in flight} */
    @Override
    public String toString() {
        String words = "ThriftServer '" + config.name() + "' " + stateName() + ", addresses "
                + (boundAddresses.isEmpty() ? config.addresses() : boundAddresses) + ", strategy " + config.strategy();
        ThriftServerFilter filter = serverFilter;
        return filter == null || state == State.NEW
                ? words
                : words + ", " + filter.counters().openConnections() + " connections open, "
                        + filter.counters().inFlight() + " calls in flight";
    }

    private String stateName() {
        if (!isRunning()) {
            return state == State.NEW ? "not started" : "stopped";
        }
        return isReady() ? "running" : "draining";
    }

    /**
     * Stops the transport and all threads. Waits {@link #STOP_TIMEOUT} for handlers that ignore their interrupt.
     *
     * @param stopThreads stops the threads of the strategy
     * @param stopFilter stops the threads of the filter
     */
    private void stopNow(Consumer<StrategyThreads> stopThreads, Consumer<ThriftServerFilter> stopFilter) {
        if (threads != null) {
            threads.rejectWork(); // a thread that no longer leads a selector would run it
        }
        try {
            stopTransport();
        } finally {
            if (threads != null) {
                stopThreads.accept(threads);
            }
            if (serverFilter != null) {
                serverFilter.connections().forEach(ServerConnection::forceClose);
                stopFilter.accept(serverFilter);
            }
        }
        awaitThreads();
    }

    private void stopTransport() {
        if (transport != null) {
            ShortLivedThread.run(config.name() + "-closer", CONNECTIONS_CLOSE, this::closeConnections);
        }
    }

    private void closeConnections() {
        connectionLimiter.forceClose();
        try {
            transport.shutdownNow();
        } catch (IOException e) {
            LOG.warn("server '{}' could not stop its transport", config.name(), e);
        }
    }

    private void awaitThreads() {
        try {
            boolean ended = threads == null || threads.awaitTermination(STOP_TIMEOUT);
            ended &= serverFilter == null || serverFilter.awaitTermination(STOP_TIMEOUT);
            if (!ended && serverFilter != null && counters().inFlight() > 0) { // else a thread is slow, or the user's
                LOG.warn("server '{}': a handler ignores its interrupt; its thread is left running", config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
