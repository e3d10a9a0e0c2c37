package io.grizzlythrift.client;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.ClientCallOutcome;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.codec.CallCodec;
import io.grizzlythrift.client.codec.CodecPool;
import io.grizzlythrift.client.codec.GeneratedService;
import io.grizzlythrift.client.completion.CallCompletion;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.config.ThriftClientConfig;
import io.grizzlythrift.client.inflight.CallDeadlines;
import io.grizzlythrift.client.inflight.MpscCallQueue;
import io.grizzlythrift.client.inflight.WriteQueue;
import io.grizzlythrift.client.io.ClientThreads;
import io.grizzlythrift.client.io.ReplyFilter;
import io.grizzlythrift.client.io.SocketReadFilter;
import io.grizzlythrift.client.io.TcpConnector;
import io.grizzlythrift.client.metrics.ClientCounters;
import io.grizzlythrift.client.pool.ClientContext;
import io.grizzlythrift.client.pool.ConnectionPool;
import io.grizzlythrift.client.pool.PooledConnection;
import io.grizzlythrift.client.pool.SilentPeerDetector;
import io.grizzlythrift.client.stub.BlockingCall;
import io.grizzlythrift.client.stub.CallStarter;
import io.grizzlythrift.client.stub.GeneratedInterface;
import io.grizzlythrift.client.stub.PooledTransport;
import io.grizzlythrift.client.stub.StubInvocationHandler;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.transport.TTransport;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client for framed Thrift servers. Any number of threads share it and its few connections; on each connection many
 * calls are in flight at the same time. Made once for a service, closed once. All methods may be called from any thread.
 *
 * <p>A server must keep the calls that arrive while it runs an earlier one of the same connection. A few lose them, such
 * as {@code TNonblockingServer} of Python, and that of C++ over TLS: for these set
 * {@link ThriftClientBuilder#maxInFlightPerConnection maxInFlightPerConnection(1)}.
 *
 * <pre>{@code
 * ThriftClient client = ThriftClient.builder()
 *         .endpoint("127.0.0.1", 9090)
 *         .protocol(ThriftProtocol.COMPACT)
 *         .build();
 * Calculator.Iface calculator = client.stub(Calculator.Iface.class);                // waits
 * Calculator.AsyncIface callbacks = client.stub(Calculator.AsyncIface.class);       // calls back
 * Calculator.FutureIface futures = client.stub(Calculator.FutureIface.class);       // completes a future
 * }</pre>
 *
 * <h2>How a call ends</h2>
 *
 * Exactly once, and at its deadline at the latest: with the result; with the exception of the server, be it one of the
 * IDL or a {@link org.apache.thrift.TApplicationException}, as itself; or with a {@link CallFailedException} that says
 * why and whether the call may have run. The client never sends a call twice. A oneway call ends when its last byte was
 * handed to the socket. Calls in flight at the same time have no order.
 *
 * <p>Arguments are encoded before the stub's method returns, on the calling thread. Binary results are slices of what
 * was read: they stay valid for as long as they are kept, and keep the read they came with (at most 64 KiB, or their
 * own frame) in memory.
 *
 * <h2>Threads</h2>
 *
 * Callbacks run, and futures complete, on a selector thread of the client (its name begins with
 * {@code NAME-selector-}), or on an executor of the user's: {@link ThriftClientBuilder#callbackExecutor}. Three endings
 * may come on another thread if there is no executor: that of a call which fails at once comes on the calling thread,
 * before the stub's method returns; that of a call whose connection could not be opened may come on another thread of
 * the client; and that of a call which {@link #close} cuts off may come on the closing thread. A callback that throws
 * is logged and counted, and harms no other call. While a callback blocks its selector thread, no reply of that
 * thread's connections is read, no callback of theirs runs, not even that of a time-out, and what the callback began
 * itself is not sent.
 *
 * <p>A stub that waits may be called, and a future waited for, on any thread but the client's own: there it would wait
 * for itself, and throws an {@link IllegalStateException} instead.
 */
public final class ThriftClient implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    private record ServiceKey(Class<?> client, Optional<String> name) {}

    private final ClientContext context;
    private final TCPNIOTransport transport;
    private final ConnectionPool pool;
    private final Map<ServiceKey, GeneratedService> services = new ConcurrentHashMap<>();
    private final AtomicInteger nextService = new AtomicInteger();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

    /** Completed by a thread whose grace ends while another one still waits. */
    private final CompletableFuture<Void> forceClose = new CompletableFuture<>();

    ThriftClient(ThriftClientConfig config) {
        EarlyInitialization.of(
                BlockingCall.class,
                CallCodec.class,
                CallDeadlines.class,
                MpscCallQueue.class,
                ClientCallOutcome.Kind.class,
                WriteQueue.class,
                SilentPeerDetector.class,
                PooledConnection.class,
                TApplicationException.class);
        long origin = System.nanoTime();
        LongSupplier clock = () -> System.nanoTime() - origin;
        ClientThreads threads = new ClientThreads(
                config.name(), config.selectorThreads(), config.endpoints().size(), clock);
        CallCompletion completion = new CallCompletion(config, threads, clock);
        CodecPool codecs = new CodecPool(() -> new CallCodec(config.protocol(), config.maxFrameBytes()));
        context = new ClientContext(config, threads, completion, codecs, clock);
        Optional<TlsFilter> tls = config.tls().map(TlsFilter::of);
        transport = newTransport(context, tls);
        pool = new ConnectionPool(context, new TcpConnector(transport, threads, clock, config.connectTimeout(), tls));
        try {
            transport.start();
        } catch (IOException e) {
            stop();
            throw new UncheckedIOException("client '" + config.name() + "' cannot start", e);
        }
        warnIfMuchOfHeap("maxQueuedBytes", config.maxQueuedBytes());
        warnIfMuchOfHeap("maxPartialFrameBytes", config.maxPartialFrameBytes());
        LOG.info("client '{}' started, for {}", config.name(), pool.endpointNames());
    }

    private static void warnIfMuchOfHeap(String option, long bytes) {
        long heap = Runtime.getRuntime().maxMemory();
        if (bytes > heap / 2) {
            LOG.warn("{} is {} bytes, more than half of the largest heap, which is {}", option, bytes, heap);
        }
    }

    private static TCPNIOTransport newTransport(ClientContext context, Optional<TlsFilter> tls) {
        FilterChainBuilder chain = FilterChainBuilder.stateless().add(new SocketReadFilter());
        tls.ifPresent(chain::add);
        TCPNIOTransport made = TCPNIOTransportBuilder.newInstance()
                .setName(context.config().name())
                .setProcessor(chain.add(new ThriftFrameFilter(
                                context.config().maxFrameBytes(),
                                new MemoryBudget(context.config().maxPartialFrameBytes(), "maxPartialFrameBytes")))
                        .add(new ReplyFilter())
                        .build())
                .setOptimizedForMultiplexing(false)
                .build();
        made.setTcpNoDelay(true);
        context.threads().install(made);
        return made;
    }

    /**
     * Starts to describe a client.
     *
     * @return a builder with defaults; at least one endpoint must be added
     */
    public static ThriftClientBuilder builder() {
        return new ThriftClientBuilder();
    }

    /**
     * Implements a generated interface with calls over this client. Made once and kept: it costs far more than a call.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface}, or {@code Service.FutureIface}, which the compiler
     *     makes with its option {@code future_iface}
     * @param <T> the interface
     * @return a stub that any number of threads may use
     * @throws IllegalArgumentException if the type was not made by the Thrift compiler
     */
    public <T> T stub(Class<T> type) {
        return stub(type, CallOptions.create());
    }

    /**
     * As {@link #stub(Class)}, with options of its own.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param options what its calls do otherwise
     * @param <T> the interface
     * @return a stub that any number of threads may use
     * @throws IllegalArgumentException if the type was not made by the Thrift compiler
     */
    public <T> T stub(Class<T> type, CallOptions options) {
        return stub(type, Optional.empty(), options);
    }

    /**
     * As {@link #stub(Class)}, for a server of several services, which tells them apart as {@code TMultiplexedProtocol}
     * does.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param serviceName what the server calls the service; not blank, without a colon
     * @param <T> the interface
     * @return a stub that any number of threads may use
     * @throws IllegalArgumentException if the type was not made by the Thrift compiler, or the name is bad
     */
    public <T> T stub(Class<T> type, String serviceName) {
        return stub(type, serviceName, CallOptions.create());
    }

    /**
     * As {@link #stub(Class, String)}, with options of its own.
     *
     * @param type {@code Service.Iface}, {@code Service.AsyncIface} or {@code Service.FutureIface}
     * @param serviceName what the server calls the service; not blank, without a colon
     * @param options what its calls do otherwise
     * @param <T> the interface
     * @return a stub that any number of threads may use
     * @throws IllegalArgumentException if the type was not made by the Thrift compiler, or the name is bad
     */
    public <T> T stub(Class<T> type, String serviceName, CallOptions options) {
        if (Objects.requireNonNull(serviceName, "serviceName").isBlank()
                || serviceName.contains(TMultiplexedProtocol.SEPARATOR)) {
            throw new IllegalArgumentException(
                    "service name '" + serviceName + "' must not be blank or contain a colon");
        }
        return stub(type, Optional.of(serviceName), options);
    }

    private <T> T stub(Class<T> type, Optional<String> serviceName, CallOptions options) {
        GeneratedInterface generated = GeneratedInterface.of(Objects.requireNonNull(type, "type"));
        GeneratedService service = services.computeIfAbsent(
                new ServiceKey(generated.client(), serviceName),
                key -> new GeneratedService(nextService.getAndIncrement(), generated.clientFactory(), serviceName));
        return new StubInvocationHandler(
                        type,
                        generated.kind(),
                        generated.methods(service),
                        new CallStarter(context, pool, nanos(options)))
                .proxy(type);
    }

    private long nanos(CallOptions options) {
        return Objects.requireNonNull(options, "options")
                .timeout()
                .orElse(context.config().callTimeout())
                .toNanos();
    }

    /**
     * A transport for generated {@code Client} classes, over the connections of this client: each message that is
     * flushed is a call of its own. The {@code Client} must use the protocol of this client. For one thread at a time,
     * as any transport; any number of transports share the connections. Several {@code Client}s may use one transport,
     * each with one call in flight; replies are read in the order of the calls.
     *
     * @return an open transport; to close it gives up the calls that are not answered
     * @throws IllegalStateException if the client's protocol is not a {@link ThriftProtocol}: of others it is not known
     *     where in a message its sequence id is
     */
    public TTransport transport() {
        return transport(CallOptions.create());
    }

    /**
     * As {@link #transport()}, with options of its own.
     *
     * @param options what its calls do otherwise
     * @return an open transport
     * @throws IllegalStateException if the client's protocol is not a {@link ThriftProtocol}
     */
    public TTransport transport(CallOptions options) {
        if (!(context.config().protocol() instanceof ThriftProtocol)) {
            throw new IllegalStateException("a transport needs a client whose protocol is a ThriftProtocol, not "
                    + context.config().protocol().getClass().getName());
        }
        return new PooledTransport(context, pool, nanos(options));
    }

    /**
     * The options.
     *
     * @return immutable
     */
    public ThriftClientConfig config() {
        return context.config();
    }

    /**
     * What the client has done so far.
     *
     * @return live counters, also after the client was closed
     */
    public ClientCounters counters() {
        return context.completion().counters();
    }

    /** Closes with the grace of the configuration. */
    @Override
    public void close() {
        shutdown(context.config().closeGrace());
    }

    /**
     * Refuses new calls, waits for those in flight, and closes every connection. Calls that have not ended at the end
     * of the grace fail with {@link FailureCause#CLIENT_CLOSED}. If the client is closed already, or another thread is
     * about to close it, the result is that of the first; of several graces the one that ends first counts.
     *
     * @param grace how long to wait for calls at most, zero to one hour; zero cuts off at once
     * @return true if every call ended within the grace
     * @throws IllegalArgumentException if the grace is out of bounds; nothing has happened then
     * @throws IllegalStateException on a thread of this client, which would wait for itself; nothing has happened then
     */
    public boolean shutdown(Duration grace) {
        ThriftClientBuilder.requireBetween("grace", grace, Duration.ZERO, Duration.ofHours(1));
        context.threads()
                .requireMayWait("the end of client '" + context.config().name() + "'");
        if (closing.compareAndSet(false, true)) {
            try {
                closed.complete(drainAndStop(grace));
            } finally {
                closed.complete(false);
            }
            return closed.join();
        }
        if (!completesWithin(closed, grace)) {
            forceClose.complete(null);
        }
        return closed.join();
    }

    private boolean drainAndStop(Duration grace) {
        pool.refuseCalls();
        CompletableFuture<Void> idle = context.completion().whenIdle();
        boolean drained = completesWithin(CompletableFuture.anyOf(idle, forceClose), grace) && idle.isDone();
        stop();
        LOG.info(
                "client '{}' closed{}: {}",
                context.config().name(),
                drained ? "" : ", not all calls ended within " + grace,
                counters());
        return drained;
    }

    /** If the thread is interrupted, the wait is over, and the thread stays interrupted. */
    private static boolean completesWithin(CompletableFuture<?> future, Duration time) {
        try {
            future.get(time.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("never completed with an exception", e);
        }
    }

    private void stop() {
        pool.close();
        try {
            transport.shutdownNow();
        } catch (IOException e) {
            LOG.warn(
                    "client '{}' could not stop its transport", context.config().name(), e);
        }
        context.threads().shutdown();
        context.completion().finishUnfinished();
    }
}
