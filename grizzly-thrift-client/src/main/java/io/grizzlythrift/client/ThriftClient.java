package io.grizzlythrift.client;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.generic.GenericClient;
import io.grizzlythrift.client.internal.call.ByteLimit;
import io.grizzlythrift.client.internal.call.CallCodec;
import io.grizzlythrift.client.internal.call.CallCompletion;
import io.grizzlythrift.client.internal.call.CallDeadlines;
import io.grizzlythrift.client.internal.call.CodecPool;
import io.grizzlythrift.client.internal.call.MpscCallQueue;
import io.grizzlythrift.client.internal.call.ReplyReader;
import io.grizzlythrift.client.internal.call.WriteQueue;
import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.connection.PooledConnection;
import io.grizzlythrift.client.internal.connection.SilentPeerDetector;
import io.grizzlythrift.client.internal.endpoint.ConnectionPool;
import io.grizzlythrift.client.internal.endpoint.EndpointSet;
import io.grizzlythrift.client.internal.generic.GenericCalls;
import io.grizzlythrift.client.internal.generic.ServerDescription;
import io.grizzlythrift.client.internal.io.ClientThreads;
import io.grizzlythrift.client.internal.io.ConnectionEventFilter;
import io.grizzlythrift.client.internal.io.SocketReadFilter;
import io.grizzlythrift.client.internal.io.TcpConnector;
import io.grizzlythrift.client.internal.sasl.SaslAuthenticator;
import io.grizzlythrift.client.internal.sasl.SaslFilter;
import io.grizzlythrift.client.internal.stub.PooledTransport;
import io.grizzlythrift.client.internal.stub.StubFactory;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.metrics.EndpointMetrics;
import io.grizzlythrift.inspect.ClientSnapshot;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.internal.inspect.ProcessClients;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.internal.util.MBeanRegistration;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import io.grizzlythrift.strategy.internal.util.ShutdownOnce;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransport;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client for Thrift servers: framed, unframed and THeader. Any number of threads share one client and its few
 * connections, and many calls are in flight on each connection at the same time. Create one client per service and
 * close it when you are done. All methods are thread-safe.
 *
 * <p>The server must keep calls that arrive while it runs an earlier call of the same connection. A few servers lose
 * them, such as {@code TNonblockingServer} in Python, and in C++ over TLS. For these servers, set {@link
 * ThriftClientBuilder#maxInFlightPerConnection maxInFlightPerConnection(1)}.
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()
 *         .endpoint("127.0.0.1", 9090)
 *         .build();
 * Calculator.Iface calculator = client.stub(Calculator.Iface.class);                // blocks
 * Calculator.AsyncIface callbacks = client.stub(Calculator.AsyncIface.class);       // calls back
 * Calculator.FutureIface futures = client.stub(Calculator.FutureIface.class);       // completes a future
 * }</pre>
 *
 * <h2>How a call ends</h2>
 *
 * Every call ends exactly once, at its deadline at the latest. It ends with the result; with an unchanged exception of
 * the server, either declared in the IDL or a {@link org.apache.thrift.TApplicationException}; or with a {@link
 * io.grizzlythrift.client.call.CallFailedException} that says why it failed and whether it may have run. {@link
 * ThriftClientBuilder#retries} and {@link ThriftClientBuilder#hedging} decide which calls are sent again: by default, only
 * calls that cannot have run. A oneway call ends when its last byte is handed to the socket. Calls that are in flight at the
 * same time run in no particular order.
 *
 * <p>Arguments are encoded on the calling thread, before the stub's method returns, and may be changed after that.
 * Retries and hedges send the same bytes; an asynchronous call whose arguments may change keeps its encoded message for
 * them until it has ended, if there is room for it ({@link ThriftClientBuilder#maxQueuedBytes}).
 * Only with a protocol that is not a {@link ThriftProtocol}, arguments must not change until the call has ended. Binary
 * results of more than 256 bytes are slices of the received bytes. They stay valid while they are referenced, and keep
 * the whole read (at most 64 KiB, or their own frame) in memory; shorter ones are copies.
 *
 * <h2>Threads</h2>
 *
 * Callbacks run, and futures complete, on a selector thread of the client, named {@code NAME-selector-N}, or on the
 * executor set by {@link ThriftClientBuilder#callbackExecutor}. Without an executor, some calls end on another thread:
 * a call that fails at once ends on the calling thread, before the stub's method returns; a call whose connection could
 * not be opened, or whose reply is compressed, may end on another thread of the client; and a call that {@link #close}
 * aborts may end on a thread that closes the connections. An exception that a callback throws is logged and counted,
 * and affects no other call. While a callback blocks a selector thread, that thread reads no replies from its
 * connections, runs no other callbacks, not even those of timeouts, and sends no calls that the callback started.
 *
 * <p>A thread of the client must not wait for a blocking stub or a future of the same client, because it would wait for
 * itself: both throw an {@link IllegalStateException} there.
 */
public final class ThriftClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    /** The longest time to wait until connections are closed; callbacks of calls that this ends may block. */
    private static final Duration CONNECTIONS_CLOSE = Duration.ofSeconds(5);

    private final ClientContext context;
    private final TCPNIOTransport transport;
    private final ResolvedServers servers;
    private final ConnectionPool pool;
    private final StubFactory stubs;
    private final Optional<SaslAuthenticator> authenticator;
    private final ClientInspection inspection = new ClientInspection(this);
    private Optional<MBeanRegistration> jmx = Optional.empty();
    private Runnable endInspection = () -> {};
    private final ShutdownOnce shutdown = new ShutdownOnce();

    ThriftClient(ThriftClientConfig config) {
        EarlyInitialization.of(
                CallCodec.class,
                CallDeadlines.class,
                MpscCallQueue.class,
                ClientCallOutcome.Kind.class,
                ReplyReader.class,
                WriteQueue.class,
                SilentPeerDetector.class,
                PooledConnection.class,
                TApplicationException.class);
        long origin = System.nanoTime();
        LongSupplier clock = () -> System.nanoTime() - origin;
        ClientThreads threads =
                new ClientThreads(config.name(), config.selectorThreads(), ClientThreads.MAX_LOOKUPS, clock);
        CallCompletion completion = new CallCompletion(config, threads, clock);
        WireFormat format = ClientContext.formatOf(config);
        ByteLimit restoredBytes = new ByteLimit(config.maxPartialFrameBytes());
        CodecPool codecs = new CodecPool(
                threads,
                () -> new CallCodec(
                        config.protocol(), format, config.maxFrameBytes(), config.maxDepth(), restoredBytes));
        context = new ClientContext(config, threads, completion, codecs, clock);
        Optional<TlsFilter> tls = config.tls().map(TlsFilter::of);
        FrameFilter frames = FrameFilter.ofFormat(
                config.maxFrameBytes(),
                new MemoryBudget(config.maxPartialFrameBytes(), "maxPartialFrameBytes"),
                format);
        authenticator =
                config.sasl().map(credentials -> new SaslAuthenticator(config.name(), credentials, threads, clock));
        Optional<SaslFilter> sasl = authenticator.map(each -> new SaslFilter(each, frames));
        transport = newTransport(context, frames, tls, sasl);
        servers = new ResolvedServers(config.name(), config.resolver(), completion.counters());
        Duration connectTimeout = config.connectTimeout();
        Duration handshakeTimeout = TcpConnector.handshakeTimeout(connectTimeout, config.callTimeout());
        pool = new ConnectionPool(
                context,
                new TcpConnector(transport, threads, clock, connectTimeout, handshakeTimeout, tls, sasl),
                () -> servers.refresh(threads::runRefresh),
                servers::reasonForNone);
        stubs = new StubFactory(context, pool);
        try {
            transport.start();
        } catch (IOException e) {
            stop();
            throw new UncheckedIOException("client '" + config.name() + "' cannot start", e);
        }
        warnIfMuchOfHeap("maxQueuedBytes", config.maxQueuedBytes());
        warnIfMuchOfHeap("maxPartialFrameBytes", config.maxPartialFrameBytes());
        jmx = config.jmx()
                ? Optional.of(MBeanRegistration.of("ThriftClient", config.name(), new ClientMBean(this)))
                : Optional.empty();
        startResolver(config);
        endInspection = ProcessClients.add(this::inspect);
        LOG.info("client '{}' started, for {}", config.name(), config.resolver());
    }

    private void startResolver(ThriftClientConfig config) {
        try {
            servers.start(pool::endpoints);
        } catch (RuntimeException | Error e) {
            stop();
            throw e;
        }
        servers.await(config.connectTimeout());
    }

    private static void warnIfMuchOfHeap(String option, long bytes) {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes > heap / 2) {
            LOG.warn("{} is {} bytes, more than half of the maximum heap, which is {}", option, bytes, heap);
        }
    }

    private static TCPNIOTransport newTransport(
            ClientContext context, FrameFilter frames, Optional<TlsFilter> tls, Optional<SaslFilter> sasl) {
        FilterChainBuilder chain = FilterChainBuilder.stateless().add(new SocketReadFilter(context.buffers()));
        tls.ifPresent(chain::add);
        sasl.ifPresent(chain::add);
        TCPNIOTransport made = TCPNIOTransportBuilder.newInstance()
                .setName(context.config().name())
                .setProcessor(chain.add(frames).add(new ConnectionEventFilter()).build())
                .setOptimizedForMultiplexing(false)
                .build();
        made.setTcpNoDelay(true);
        if (tls.isEmpty()) { // TLS reads into its own buffers
            made.setMemoryManager(new ReadBufferPool());
        }
        context.threads().install(made);
        return made;
    }

    /** {@return a builder with default options; set an endpoint or a resolver} */
    public static ThriftClientBuilder builder() {
        return new ThriftClientBuilder();
    }

    /**
     * Implements a generated interface with calls over this client. The first stub of an interface costs far more than
     * a call; later stubs of the same interface are cheap.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface}, or {@code Service.FutureIface}, which the compiler
     *     generates with its option {@code future_iface}
     * @param <T> the interface
     * @return a thread-safe stub
     * @throws IllegalArgumentException if the type was not generated by the Thrift compiler, or the {@link
     *     ThriftClientBuilder#retries} name an idempotent method that neither it nor a type of an earlier stub has; this
     *     also applies to the other methods that create stubs
     */
    public <T> T stub(Class<T> type) {
        return stub(type, CallOptions.create());
    }

    /**
     * Implements a generated interface, as {@link #stub(Class)} does, with options for the calls of this stub.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param options override the options of the client
     * @param <T> the interface
     * @return a thread-safe stub
     * @throws IllegalArgumentException if the type was not generated by the Thrift compiler, or the options have
     *     headers and the dialect of the client is not {@code HEADER}
     */
    public <T> T stub(Class<T> type, CallOptions options) {
        return stub(type, Optional.empty(), options);
    }

    /**
     * Implements a generated interface, as {@link #stub(Class)} does, for a server that distinguishes several services
     * by name, as {@code TMultiplexedProtocol} does.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param serviceName the server's name for the service; not blank, without a colon
     * @param <T> the interface
     * @return a thread-safe stub
     * @throws IllegalArgumentException if the type was not generated by the Thrift compiler, or the name is invalid
     */
    public <T> T stub(Class<T> type, String serviceName) {
        return stub(type, serviceName, CallOptions.create());
    }

    /**
     * Implements a generated interface, as {@link #stub(Class, String)} does, with options for the calls of this stub.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param serviceName the server's name for the service; not blank, without a colon
     * @param options override the options of the client
     * @param <T> the interface
     * @return a thread-safe stub
     * @throws IllegalArgumentException if the type was not generated by the Thrift compiler, the name is invalid, or
     *     the options have headers and the dialect of the client is not {@code HEADER}
     */
    public <T> T stub(Class<T> type, String serviceName, CallOptions options) {
        return stub(type, Optional.of(StubFactory.requireServiceName(serviceName)), options);
    }

    private <T> T stub(Class<T> type, Optional<String> serviceName, CallOptions options) {
        return stubs.stub(
                Objects.requireNonNull(type, "type"), serviceName, Objects.requireNonNull(options, "options"));
    }

    /**
     * Creates a client for calls without generated code, with arguments as JSON or as maps. It uses the connections of this
     * client, and need not be closed.
     *
     * @param catalog describes the services: {@link ServiceCatalog#of} for generated classes, {@link
     *     io.grizzlythrift.catalog.idl.ThriftIdl} for a {@code .thrift} file, {@link #describeServer} for those of the server
     * @return a thread-safe client
     * @throws IllegalArgumentException if the {@link ThriftClientBuilder#retries} name an idempotent method that neither the
     *     catalog nor an earlier stub has
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public GenericClient generic(ServiceCatalog catalog) {
        return generic(catalog, CallOptions.create());
    }

    /**
     * Creates a client for calls without generated code, as {@link #generic(ServiceCatalog)} does, with options for its calls.
     *
     * @param catalog describes the services
     * @param options override the options of the client
     * @return a thread-safe client
     * @throws IllegalArgumentException as above, or if the options have headers and the dialect of the client is not {@code
     *     HEADER}
     * @throws IllegalStateException if jackson-core is not on the class path
     */
    public GenericClient generic(ServiceCatalog catalog, CallOptions options) {
        return new GenericCalls(
                stubs,
                config(),
                Objects.requireNonNull(catalog, "catalog"),
                Objects.requireNonNull(options, "options"),
                Optional.empty());
    }

    /**
     * Asks a server of this library which services it has, and waits for the reply. The server must have switched on {@code
     * reflection}.
     *
     * @return the services of the server that the balancer chooses, and their types
     * @throws org.apache.thrift.TApplicationException if the server does not describe its services
     * @throws TException if the call failed
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    public ServiceCatalog describeServer() throws TException {
        return ServerDescription.of(stubs);
    }

    /**
     * Opens a transport for an existing generated {@code Client}, over the connections of this client. Each message
     * that is flushed becomes a call. The {@code Client} must use the protocol of this client. Like any transport, it
     * is not thread-safe; any number of transports share the connections. Several {@code Client}s may use one
     * transport, each with one call in flight; replies are read in the order of the calls.
     *
     * @return an open transport; closing it abandons the calls that are in flight
     * @throws IllegalStateException if the client's protocol is not a {@link ThriftProtocol}: only for these, the
     *     client knows the position of the sequence id in a message
     */
    public TTransport transport() {
        return transport(CallOptions.create());
    }

    /**
     * Opens a transport, as {@link #transport()} does, with options for its calls.
     *
     * @param options override the options of the client
     * @return an open transport
     * @throws IllegalStateException if the client's protocol is not a {@link ThriftProtocol}
     * @throws IllegalArgumentException if the options have headers, and the dialect of the client is not {@code HEADER}
     */
    public TTransport transport(CallOptions options) {
        if (!(context.config().protocol() instanceof ThriftProtocol)) {
            throw new IllegalStateException("a transport needs a client whose protocol is a ThriftProtocol, not "
                    + context.config().protocol().getClass().getName());
        }
        return new PooledTransport(context, pool, Objects.requireNonNull(options, "options"));
    }

    /** {@return the options of this client} */
    public ThriftClientConfig config() {
        return context.config();
    }

    /**
     * Returns the current state of each endpoint and its connections.
     *
     * @return the endpoints in the order of the last answer of the resolver, followed by those that the resolver no
     *     longer lists but that still have a connection
     */
    public List<EndpointMetrics> endpoints() {
        return pool.metrics();
    }

    /**
     * Returns the current state of one endpoint and its connections. Unlike a search in {@link #endpoints}, this takes the
     * same time for any number of endpoints.
     *
     * @param name host and port, as {@link EndpointMetrics#endpoint} returns them
     * @return the endpoint; empty if the resolver does not list it and no connection to it is left
     */
    public Optional<EndpointMetrics> endpoint(String name) {
        return pool.metrics(Objects.requireNonNull(name, "name"));
    }

    /** {@return live counters, which stay readable after the client is closed} */
    public ClientCounters counters() {
        return context.completion().counters();
    }

    /**
     * Returns what the client does now: its servers with their state, load, latency and last failure, its counters, and what is
     * left of the budget for retries. Reads what is there anyway, on the calling thread. May be called at any time, also after
     * the client is closed.
     *
     * @return a snapshot with the 100 busiest servers
     */
    public ClientSnapshot inspect() {
        return inspect(ClientInspection.MAX_ENDPOINTS);
    }

    private ClientSnapshot inspect(int maxEndpoints) {
        String state = shutdown.isDone() ? "CLOSED" : shutdown.isBegun() ? "CLOSING" : "OPEN";
        return inspection.snapshot(state, stubs.budgetLeft(), maxEndpoints);
    }

    /** Closes the client, as {@link #shutdown} does, with the grace period of the configuration. */
    @Override
    public void close() {
        shutdown(context.config().shutdownGrace());
    }

    /**
     * Rejects new calls, waits for the calls in flight, and closes every connection. Calls that have not ended within
     * the grace period fail with {@link io.grizzlythrift.client.call.FailureCause#CLIENT_CLOSED}. If the client is already
     * closed, or another thread is closing it, this returns the result of the first shutdown; the shortest grace period
     * applies.
     *
     * @param grace how long to wait for calls, zero to one hour; zero closes at once
     * @return true if every call ended within the grace period
     * @throws IllegalArgumentException if the grace period is out of bounds; the client stays open
     * @throws IllegalStateException if called on a thread of this client, which would wait for itself; the client stays
     *     open
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, Duration.ofHours(1));
        context.threads()
                .requireMayWait("the end of client ", "'" + context.config().name() + "'");
        return shutdown.run(grace, () -> drainAndStop(grace));
    }

    private boolean drainAndStop(Duration grace) {
        shutdown.delay(Duration.ZERO);
        pool.refuseCalls();
        boolean drained = shutdown.awaitDrained(context.completion().whenIdle(), grace);
        stop();
        LOG.info(
                "client '{}' closed{}: {}",
                context.config().name(),
                drained ? "" : ", not all calls ended within " + grace,
                counters());
        return drained;
    }

    /** {@return name, state, connections of each of the first 20 endpoints, and the number of calls in flight} */
    @Override
    public String toString() {
        List<String> each = endpoints().stream()
                .map(endpoint -> endpoint.endpoint() + " (" + endpoint.openConnections() + " open)")
                .toList();
        String endpoints = EndpointSet.firstNames(each);
        String state = shutdown.isDone() ? "closed" : shutdown.isBegun() ? "closing" : "open";
        return "ThriftClient '" + config().name() + "' " + state + ", connections to " + endpoints + ", "
                + counters().inFlight() + " calls in flight";
    }

    private void closeConnections() {
        pool.close();
        try {
            transport.shutdownNow();
        } catch (IOException e) {
            LOG.warn(
                    "client '{}' could not stop its transport", context.config().name(), e);
        }
    }

    private void stop() {
        endInspection.run();
        jmx.ifPresent(MBeanRegistration::unregister);
        servers.close();
        authenticator.ifPresent(SaslAuthenticator::close);
        ShortLivedThread.run(context.config().name() + "-shutdown", CONNECTIONS_CLOSE, this::closeConnections);
        context.threads().shutdown();
        context.completion().close();
    }
}
