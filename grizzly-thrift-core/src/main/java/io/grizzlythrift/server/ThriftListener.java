package io.grizzlythrift.server;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.inspect.InspectOptions;
import io.grizzlythrift.inspect.ServerSnapshot;
import io.grizzlythrift.inspect.ServerState;
import io.grizzlythrift.internal.json.Jackson;
import io.grizzlythrift.internal.message.LibthriftVersion;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves Thrift on a Grizzly transport of the application, which may serve other things and other listeners, too. It has all
 * that a {@link ThriftServer} has, which is a listener on a transport of its own: limits, drain, timeouts, announcements,
 * health, metrics. A listener can be started once and stopped once. All methods are thread-safe.
 *
 * <pre>{@code
 * ThriftListener listener = ThriftListener.builder(transport)
 *         .listen("127.0.0.1", 9090)
 *         .processor(new Calculator.Processor<>(handler))
 *         .build();
 * listener.start();
 * ...
 * listener.close();
 * transport.shutdownNow();
 * }</pre>
 *
 * <p>The transport may be started before or after the listener, and is never stopped by it: {@link #close} closes the
 * sockets and connections of this listener alone. Connections are read on the selector threads of the transport, whatever
 * its {@link org.glassfish.grizzly.IOStrategy}; calls run where the strategy of the listener says. To that end, the
 * listener wraps the {@code IOStrategy} of the transport until it stops: do not replace it meanwhile.
 *
 * <p>Close the listener before the transport. If the transport stops first, its connections close at once, and the
 * listener then stops without a drain, on a thread of its own. A transport stops with {@code shutdownNow()}. {@code
 * shutdown()}, with or without a grace, first closes the sockets of all listeners; then it stops at once, or if it has shutdown
 * listeners, such as that of an {@code HttpServer}, when they are ready or the grace is over. Until then, connections are
 * served, and {@link #isReady} is true. The {@code ThriftAddOn} of an {@code HttpServer} drains meanwhile.
 *
 * <p>For connections that a socket of the application accepts, see {@link #filters()}.
 */
public final class ThriftListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private static final Duration MAX_WAIT = Duration.ofDays(365);

    private enum State {
        NEW,
        STARTED,
        STOPPED
    }

    private final ThriftServerConfig config;
    private final String type;
    private final ListenerTransport transport;
    private final Object lifecycle = new Object();
    private volatile State state = State.NEW;
    private volatile List<InetSocketAddress> boundAddresses = List.of();

    /** Null until the first start. */
    private volatile @Nullable ListenerRun run;

    private final AtomicReference<Optional<Supplier<String>>> publishedMetrics =
            new AtomicReference<>(Optional.empty());
    private final ShutdownOnce shutdown = new ShutdownOnce();

    /** Whether a call of this listener has stopped it, which is logged once. */
    private final AtomicBoolean stopsFromCall = new AtomicBoolean();

    /** Creates a listener on a transport of its own. */
    ThriftListener(ThriftServerConfig config) {
        this.config = config;
        type = ThriftServer.class.getSimpleName();
        transport = new OwnTransport(config);
    }

    /** Creates a listener on a transport of the application. */
    ThriftListener(ThriftServerConfig config, TCPNIOTransport shared) {
        this.config = config;
        type = ThriftListener.class.getSimpleName();
        transport = new SharedTransport(config, shared, this::transportStops);
    }

    /**
     * Creates a builder.
     *
     * @param transport carries the connections; may be running or not
     * @return a builder with defaults; it needs at least one processor
     */
    public static ThriftListenerBuilder builder(TCPNIOTransport transport) {
        return new ThriftListenerBuilder(Objects.requireNonNull(transport, "transport"));
    }

    /**
     * Binds every address and serves until {@link #shutdown} or {@link #close}. On a transport that is not running, the
     * sockets listen once it starts. If an address cannot be bound, or the start fails for another reason, all addresses are
     * released, announcements are withdrawn, all threads end, and the listener can be started again.
     *
     * @return this
     * @throws IllegalStateException if the listener was already started, or if an older version of libthrift than 0.23.0 comes
     *     first on the class path
     * @throws UncheckedIOException if an address cannot be bound; the message names it
     */
    public ThriftListener start() {
        synchronized (lifecycle) {
            if (state != State.NEW) {
                throw new IllegalStateException("server '" + config.name() + "' "
                        + (state == State.STARTED
                                ? "is already started, on " + boundAddresses
                                : "was stopped; build a new one"));
            }
            LibthriftVersion.requireSupported();
            config.console()
                    .ifPresent(options -> Jackson.require("the console", ThriftListener.class.getClassLoader()));
            ListenerRun begun = new ListenerRun(config, transport);
            run = begun;
            boolean started = false;
            try {
                begun.prepare(this::isReady, publishedMetrics::get, this::inspect);
                boundAddresses = begun.bind();
                begun.register(this);
                begun.listen();
                state = State.STARTED;
                begun.announce();
                started = true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                if (!started) {
                    state = State.NEW;
                    boundAddresses = List.of();
                    begun.undoStart();
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

    /**
     * Returns the filters for a chain whose connections a socket of the application accepts: a chain of its own above a
     * {@code TransportFilter}, or a protocol of Grizzly's port unification. Add them in their order, as the last ones. A
     * connection over {@code maxConnections} is closed, because the socket is not the listener's to pause. The rest is as on the
     * sockets of the listener; but with Grizzly's {@code TransportFilter}, a connection closes at the end of its peer's
     * stream, even if replies are owed. Once the listener stops, it closes connections that such a chain accepts.
     *
     * @return the same filters each time, for any number of chains of the transport
     * @throws IllegalStateException if the listener was never started
     */
    public List<Filter> filters() {
        return started(ListenerRun::entryFilters);
    }

    /**
     * Returns the port of the first address.
     *
     * @return the bound port, even if port 0 was requested
     * @throws IllegalStateException if the listener is not started, or has no address
     */
    public int port() {
        return addresses().get(0).getPort();
    }

    /**
     * Returns the addresses of the listener, in the order in which they were added.
     *
     * @return addresses with their bound ports
     * @throws IllegalStateException if the listener was never started, or has no address
     */
    public List<InetSocketAddress> addresses() {
        if (boundAddresses.isEmpty()) {
            throw new IllegalStateException("server '" + config.name() + "' "
                    + (state == State.NEW || !config.sockets().isEmpty() ? "is not started" : "has no address"));
        }
        return boundAddresses;
    }

    /** {@return the immutable configuration} */
    public ThriftServerConfig config() {
        return config;
    }

    /**
     * Returns the description of the services that are served. It is created when it is first asked for, which initializes
     * the generated classes of all types, and has the documentation of {@link
     * io.grizzlythrift.catalog.json.ThriftDocumentation} if it is on the class path.
     *
     * @return the same catalog each time; without the services of processors that are not generated code, unless {@link
     *     ListenerOptions#catalog} was set
     */
    public ServiceCatalog catalog() {
        return config.service().catalog().get();
    }

    /**
     * Returns the counters of connections, calls and limits.
     *
     * @return live counters, valid after the listener has stopped
     * @throws IllegalStateException if the listener was never started
     */
    public ServerCounters counters() {
        return started(begun -> begun.filter().counters());
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after the listener has stopped
     * @throws IllegalStateException if the listener was never started
     */
    public ServerMetrics metrics() {
        return started(begun -> begun.filter().metrics());
    }

    /**
     * Returns what the listener does now: calls in flight, connections, methods, limits, memory, queues, threads. Reads what is
     * there anyway, on the calling thread; nothing is recorded for it before, so the first snapshot has no {@linkplain
     * io.grizzlythrift.inspect.MethodSnapshot#queued() latencies}. Takes time in proportion to the number of connections and of
     * threads, without stopping any. May be called at any time, also before the start and after the end.
     *
     * @return a snapshot of the size that {@link InspectOptions#create()} says
     */
    public ServerSnapshot inspect() {
        return inspect(InspectOptions.create());
    }

    /**
     * Returns what the listener does now, as {@link #inspect()} does.
     *
     * @param options how much of it
     * @return a snapshot
     */
    public ServerSnapshot inspect(InspectOptions options) {
        ServerInspection inspection = new ServerInspection(config, Objects.requireNonNull(options, "options"));
        ListenerRun begun = run;
        return begun == null || !begun.isPrepared()
                ? inspection.beforeStart()
                : inspection.of(begun, serverState(), boundAddresses);
    }

    /**
     * Returns the number of connections terminated because their bytes are not a frame or message, or use a dialect
     * that is not accepted.
     *
     * @return a count since the start
     * @throws IllegalStateException if the listener was never started
     */
    public long rejectedFrames() {
        return started(begun -> begun.frames().rejectedFrames());
    }

    private <T> T started(Function<ListenerRun, T> part) {
        ListenerRun begun = run;
        if (begun == null) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return part.apply(begun);
    }

    /**
     * Publishes metrics under {@code /metrics}, if the listener accepts {@linkplain ListenerOptions#http HTTP}.
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
     * Returns whether the listener serves connections: from {@link #start} until it has stopped, including while it
     * drains. Use this for a liveness probe.
     *
     * @return false before the start, after a failed start, and once the listener has stopped
     */
    public boolean isRunning() {
        return state == State.STARTED && !shutdown.isDone();
    }

    /**
     * Returns whether the listener should get new connections and calls. Use this for a readiness probe: it is false as
     * soon as {@link #shutdown} or {@link #close} is called, although the listener still serves for {@link
     * ThriftServerConfig#drainDelay()}.
     *
     * @return true from {@link #start} until the first call of {@code shutdown} or {@code close}
     */
    public boolean isReady() {
        return state == State.STARTED && !shutdown.isBegun();
    }

    /**
     * Waits until the listener has stopped. Also waits if it is not started yet.
     *
     * @throws InterruptedException if the calling thread is interrupted; the listener continues
     */
    public void awaitTermination() throws InterruptedException {
        shutdown.await();
    }

    /**
     * Waits until the listener has stopped or the timeout expires.
     *
     * @param timeout zero to 365 days
     * @return whether the listener has stopped
     * @throws InterruptedException if the calling thread is interrupted; the listener continues
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
     * Drains and stops the listener, as {@link ThriftServer#shutdown} describes; the transport continues. A call of the
     * listener may call this method, and so may other code on a selector thread that reads its connections, such as a {@link
     * io.grizzlythrift.call.PriorityClassifier}: it then returns false without waiting.
     *
     * @param grace the longest time to wait for calls and writes after the delay, zero to one hour; zero terminates at
     *     once
     * @return true if, within the grace, every accepted call had a reply, and every reply was written or its peer had
     *     disconnected or was too slow
     * @throws IllegalArgumentException if the grace is out of bounds; the listener is then unchanged
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, ListenerOptions.MAX_GRACE);
        ListenerRun begun = run;
        if (begun == null || !begun.isInCall()) {
            return shutdown.run(grace, () -> drainAndStop(grace));
        }
        if (stopsFromCall.compareAndSet(false, true)) {
            LOG.warn(
                    "server '{}' is stopped by a call of its own, which does not wait: the drain waits for that call",
                    config.name());
        }
        shutdownOnOwnThread(grace);
        return false;
    }

    private void shutdownOnOwnThread(Duration grace) {
        shutdown.runOn(task -> new Thread(task, config.name() + "-shutdown").start(), grace, () -> drainAndStop(grace));
    }

    /** Stops the listener, since its connections close with the transport. Does not wait: the caller holds a lock of that. */
    private void transportStops() {
        shutdownOnOwnThread(Duration.ZERO);
    }

    private boolean drainAndStop(Duration grace) {
        long startNanos = System.nanoTime();
        synchronized (lifecycle) {
            boolean drained = true;
            ListenerRun begun = run;
            if (state == State.STARTED && begun != null) {
                drained = begun.drainAndStop(shutdown, grace, grace.minusNanos(System.nanoTime() - startNanos));
                LOG.info(
                        "server '{}' stopped{}", config.name(), drained ? "" : ", not all calls ended within " + grace);
            }
            state = State.STOPPED;
            return drained;
        }
    }

    /** {@return name, state, addresses, strategy, and the current numbers of open connections and calls in flight} */
    @Override
    public String toString() {
        String words = type + " '" + config.name() + "' " + stateName() + ", addresses "
                + (boundAddresses.isEmpty() ? config.addresses() : boundAddresses) + ", strategy " + config.strategy();
        ListenerRun begun = run;
        return begun == null || state == State.NEW || !begun.isPrepared()
                ? words
                : words + ", " + counters().openConnections() + " connections open, "
                        + counters().inFlight() + " calls in flight";
    }

    private String stateName() {
        return switch (serverState()) {
            case NOT_STARTED -> "not started";
            case RUNNING -> "running";
            case DRAINING -> "draining";
            case STOPPED -> "stopped";
        };
    }

    private ServerState serverState() {
        if (!isRunning()) {
            return state == State.NEW ? ServerState.NOT_STARTED : ServerState.STOPPED;
        }
        return isReady() ? ServerState.RUNNING : ServerState.DRAINING;
    }
}
