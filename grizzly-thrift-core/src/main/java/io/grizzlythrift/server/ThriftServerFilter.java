package io.grizzlythrift.server;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.connection.ChannelReadFilter;
import io.grizzlythrift.internal.connection.CheckSchedule;
import io.grizzlythrift.internal.connection.ConnectionContext;
import io.grizzlythrift.internal.connection.ConnectionTransport;
import io.grizzlythrift.internal.connection.ConnectionsPerAddress;
import io.grizzlythrift.internal.connection.HandshakeListener;
import io.grizzlythrift.internal.connection.HandshakeTurns;
import io.grizzlythrift.internal.connection.HttpPort;
import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.connection.SharedFilterState;
import io.grizzlythrift.internal.dispatch.ConnectionServices;
import io.grizzlythrift.internal.dispatch.Dispatcher;
import io.grizzlythrift.internal.dispatch.ServiceConfig;
import io.grizzlythrift.internal.dispatch.TimeoutMonitor;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.internal.json.JsonPort;
import io.grizzlythrift.internal.memory.HeapCheck;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.reply.ChainReplyWriter;
import io.grizzlythrift.internal.reply.ChannelReplyWriter;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.internal.sasl.SaslConnection;
import io.grizzlythrift.internal.sasl.SaslFilter;
import io.grizzlythrift.internal.util.IntrusiveSet;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.strategy.internal.threads.EarlyInitialization;
import io.grizzlythrift.strategy.internal.util.ShortLivedThread;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.Filter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits the calls that a read has brought to a strategy, and owns what writes their replies. It must be directly above its
 * {@link #frameFilter()} in the chain.
 *
 * <p>{@link ThriftServer} and {@link ThriftListener} create their own filter. To serve Thrift on your own transport, use a
 * {@code ThriftListener}, which adds a drain, SASL and {@code maxConnections}. To use the filter alone in your own chain:
 *
 * <pre>{@code
 * StrategyThreads threads = WorkerThreadStrategy.ofThreads(8).start("mine", 2);
 * ThriftServerFilter filter = ThriftServerFilter.builder(threads)
 *         .name("mine").processor(processor).build();
 * FilterChain chain = FilterChainBuilder.stateless()
 *         .add(new TransportFilter()).add(filter.frameFilter()).add(filter).build();
 * TCPNIOTransport transport = TCPNIOTransportBuilder.newInstance().setProcessor(chain).build();
 * threads.install(transport);
 * transport.bind(9090);
 * transport.start();
 * ...
 * transport.shutdownNow();
 * threads.shutdownNow();
 * filter.close();
 * }</pre>
 *
 * <p>If only the TransportFilter and the frame filter are below this filter, replies are written directly to the
 * socket. Otherwise they pass through the chain, so that filters such as TLS see them. Without such filters, {@code
 * transport.setMemoryManager(ThriftServerFilter.newReadBufferPool())} avoids allocating an array for each read.
 * Grizzly's TransportFilter closes a connection at the end of its peer's stream, even if replies are owed. One filter
 * serves any number of connections. Its {@code handle} methods run on the thread that reads.
 */
public final class ThriftServerFilter extends BaseFilter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServerFilter.class);

    /** The longest time to wait until the drain of each connection has begun. */
    private static final Duration DRAIN_BEGINS = Duration.ofSeconds(1);

    private static final Attribute<ServerConnection> CONNECTION =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ThriftServerFilter.class.getName());

    private final IntrusiveSet<ServerConnection> connections = new IntrusiveSet<>();
    private final ConnectionServices services;
    private final ServiceConfig service;
    private final FrameFilter frames;
    private final Dispatcher dispatcher;
    private final CheckSchedule<ServerConnection> checkSchedule;
    private final HttpPort http;
    private volatile Runnable afterChecks = () -> {};
    private volatile boolean draining;
    private volatile boolean refusesConnections;
    private final HandshakeListener handshakeListener = new HandshakeListener(CONNECTION::get);
    private final HandshakeTurns handshakeTurns = new HandshakeTurns();
    private final ConnectionsPerAddress connectionsPerAddress;
    private final ConnectionContext connectionContext;
    private final SharedFilterState filterState = new SharedFilterState();
    private final HeapCheck heapCheck;

    ThriftServerFilter(StrategyThreads threads, ServiceConfig service, FrameFilter frames) {
        EarlyInitialization.of(ServerConnection.class);
        this.service = service;
        this.frames = frames;
        JsonPort.check(service);
        services = new ConnectionServices(service);
        connectionsPerAddress = new ConnectionsPerAddress(service.limits().maxConnectionsPerAddress());
        checkSchedule = new CheckSchedule<>(TimeoutMonitor.idleCheckInterval(service.limits()), this::check);
        dispatcher = new Dispatcher(service, threads, this::checkConnections);
        connectionContext = new ConnectionContext(service.limits(), limitReporter(), service.protocol());
        http = new HttpPort(service, dispatcher);
        counterRecorder().readFramesFrom(frames);
        heapCheck = HeapCheck.begin(service.name(), frames.memory().maxBytes(), frames.maxFrameBytes());
    }

    /** Makes the frame filter of a service. */
    static FrameFilter framesOf(ServiceConfig service, Set<Dialect> dialects) {
        return new FrameFilter(
                service.limits().maxFrameBytes(),
                new MemoryBudget(service.limits().maxBufferedBytes()),
                dialects,
                service.limits().maxHttpHeadBytes());
    }

    /**
     * Creates a builder.
     *
     * @param threads the running threads of a strategy; the filter does not stop them
     * @return a builder with defaults
     */
    public static Builder builder(StrategyThreads threads) {
        return new Builder(Objects.requireNonNull(threads, "threads"));
    }

    /**
     * Returns the filter that turns the bytes of a connection into messages. It must be directly below this filter in
     * each chain. It terminates a connection on bytes that are not a message in one of the accepted {@linkplain
     * Builder#dialects dialects}, which is part of {@code counters().reached(MAX_FRAME_BYTES)}.
     *
     * @return the same filter each time, for any number of chains
     */
    public Filter frameFilter() {
        return frames;
    }

    /**
     * Creates a memory manager that reuses the array of a read, as {@code ThriftServer} does. Only for a transport
     * whose chains have no filter between the TransportFilter and the {@link #frameFilter()}.
     *
     * @return a memory manager for {@code transport.setMemoryManager}
     */
    public static MemoryManager<?> newReadBufferPool() {
        return new ReadBufferPool();
    }

    /**
     * Returns the description of the services that are served. It is created when it is first asked for, which initializes
     * the generated classes of all types, and has the documentation of {@link
     * io.grizzlythrift.catalog.json.ThriftDocumentation} if it is on the class path.
     *
     * @return the same catalog each time; without the services of processors that are not generated code, unless {@link
     *     Builder#catalog} was set
     */
    public ServiceCatalog catalog() {
        return service.catalog().get();
    }

    /**
     * Returns the counters of connections, calls and limits.
     *
     * @return live counters, valid after {@link #close}
     */
    public ServerCounters counters() {
        return dispatcher.counters();
    }

    /**
     * Returns the metrics of each method.
     *
     * @return live metrics, valid after {@link #close}
     */
    public ServerMetrics metrics() {
        return dispatcher.metrics();
    }

    /**
     * Stops the threads of the filter, which flush replies behind slow calls, check timeouts and tell handlers of cancelled
     * calls, and the threads of methods with their own threads. Connections stay open.
     */
    @Override
    public void close() {
        heapCheck.end();
        http.close();
        dispatcher.close();
    }

    /** Stops the filter of a server whose start failed. */
    void undoStart() {
        heapCheck.end();
        http.close();
        dispatcher.undoStart();
    }

    /**
     * {@return whether the current thread runs a call of this filter or the listeners of its end, reads its connections, or makes
     * its metrics} A drain waits for what such a thread does.
     */
    boolean isInCall() {
        return dispatcher.isInCall()
                || http.isOnMetricsThread()
                || connections().stream().anyMatch(ServerConnection::isOnSelector);
    }

    /** Waits, after {@link #close}, until its threads have ended. Returns false if one that runs calls still runs. */
    boolean awaitTermination(Duration timeout) throws InterruptedException {
        return dispatcher.awaitTermination(timeout);
    }

    /** Sets an action that the timeout monitor runs after each pass. */
    void afterTimeoutChecks(Runnable check) {
        afterChecks = check;
    }

    private CheckSchedule.State check(ServerConnection connection, long now) {
        if (!connection.connection().isOpen()) {
            // Repeats the work of the close handlers, which may have failed, or not run, if the user closed the socket.
            connection.connection().terminateSilently();
            forget(connection);
            connection.replyQueue().memory().close();
            if (connection.replyQueue().isIdle()) {
                connections.remove(connection);
            }
        }
        if (!connections.contains(connection)) {
            return CheckSchedule.State.GONE;
        }
        connection.rejectOverdue(now);
        connection.forgetCancelNotices(now);
        connection.timeouts().check(now);
        return connection.timeouts().wasIdle() ? CheckSchedule.State.IDLE : CheckSchedule.State.BUSY;
    }

    private void checkConnections(long now) {
        try {
            checkSchedule.check(now);
        } finally {
            afterChecks.run();
        }
    }

    /** {@return the state of one of the chains of this filter, to share between its connections} */
    SharedFilterState filterState() {
        return filterState;
    }

    HttpPort http() {
        return http;
    }

    CounterRecorder counterRecorder() {
        return dispatcher.counters();
    }

    LimitReporter limitReporter() {
        return dispatcher.limitReporter();
    }

    @Override
    public NextAction handleAccept(FilterChainContext context) {
        filterState.learn(context);
        return openIfAdmitted(context) == null ? context.getStopAction() : context.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        ServerConnection connection = CONNECTION.get(context.getConnection());
        if (connection == null) {
            connection = context.getConnection().isOpen() ? openIfAdmitted(context) : null;
            if (connection == null) {
                return context.getStopAction();
            }
        }
        read(connection, context.getMessage());
        return context.getStopAction();
    }

    /** {@return whether a filter of this class has opened a connection} */
    static boolean serves(Connection<?> connection) {
        return CONNECTION.get(connection) != null;
    }

    /** {@return the open connection of this filter; null before it is opened} */
    @Nullable
    ServerConnection connectionOf(Connection<?> connection) {
        return CONNECTION.get(connection);
    }

    /** {@return how many bytes to read at once from a connection} */
    int maxReadBytesOf(Connection<?> connection) {
        ServerConnection opened = CONNECTION.get(connection);
        return opened == null ? ServerConnection.HTTP_READ_BYTES : opened.maxReadBytes();
    }

    /** {@return the same for a connection with TLS, whose handshake must wait for its turn} */
    int maxReadBytesOfTls(Connection<?> connection) {
        ServerConnection opened = CONNECTION.get(connection);
        if (opened == null) {
            return ServerConnection.HTTP_READ_BYTES;
        }
        return opened.isHandshakeComplete() || handshakeTurns.mayRead((NIOConnection) connection)
                ? opened.maxReadBytes()
                : ChannelReadFilter.NOT_NOW;
    }

    /**
     * Handles the end of a connection's stream. Called by the filters that find it, on the thread that reads.
     *
     * @return whether the connection stays open until the replies that it owes are sent; nothing more is read from it
     */
    boolean endInput(Connection<?> connection) {
        ServerConnection ended = CONNECTION.get(connection);
        return ended != null && ended.endInput();
    }

    /** Handles the frames of a read. */
    void read(ServerConnection connection, FrameBatch frames) {
        connection.establish();
        if (!frames.http().isEmpty()) {
            http.serve(connection, frames.http());
        } else {
            connection.expectNoHttp();
            if (frames.hasHeaders()) {
                connection.expectHeaders();
                chooseOrder(connection, frames);
                connection.takeCancelNotices(frames);
            } else if (connection.hasHeaders()) { // a proxy sends the calls of several clients
                chooseOrder(connection, frames);
            }
            if (frames.size() > 0) {
                connection.recognizeClient(frames);
                dispatcher.submit(connection, frames);
            } else {
                frames.release(); // all frames were notices
            }
        }
        connection.afterRead();
    }

    /** Chooses the order of replies that all clients with calls in a read expect. */
    private void chooseOrder(ServerConnection connection, FrameBatch frames) {
        boolean outOfOrder = frames.isOutOfOrder(service.replyOrder() == ReplyOrder.AS_COMPLETED);
        connection.replyQueue().setOrder(outOfOrder ? ReplyOrder.AS_COMPLETED : ReplyOrder.REQUEST);
    }

    /** Opens a connection. Terminates it and returns null if its peer is at the limit. */
    @Nullable
    ServerConnection openIfAdmitted(FilterChainContext context) {
        Connection<?> connection = context.getConnection();
        if (!connectionsPerAddress.tryAcquire(connection)) {
            int max = service.limits().maxConnectionsPerAddress().orElseThrow();
            limitReporter()
                    .reached(
                            LimitType.MAX_CONNECTIONS_PER_ADDRESS,
                            1,
                            () -> "closed " + connection.getPeerAddress()
                                    + ": its address is at the limit, maxConnectionsPerAddress is "
                                    + max);
            connection.terminateSilently();
            return null;
        }
        return open(context);
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        closed(context.getConnection());
        return context.getInvokeAction();
    }

    /** Forgets a connection that has closed. Runs on any thread, and may be called twice. */
    void closed(Connection<?> connection) {
        connectionsPerAddress.release(connection);
        ServerConnection closed = CONNECTION.remove(connection);
        if (closed != null) {
            forget(closed);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // removing a connection cannot fail
    private void forget(ServerConnection connection) {
        if (connection.onClosed()) {
            counterRecorder().countClosed();
            if (!connection.isHandshakeComplete()) {
                counterRecorder().countFailedHandshake();
            }
            connection.replyQueue().whenIdle().thenRun(() -> connections.remove(connection));
            if (LOG.isDebugEnabled()) {
                LOG.debug("server '{}': {} closed: {}", service.name(), connection.peer(), connection.closeReason());
            }
        }
    }

    /** Makes replies with headers ask the peer to send no more calls, on all connections. Calls still run. */
    void announceDrain() {
        draining = true;
        connections.copy().forEach(ServerConnection::announceClose);
    }

    /**
     * Rejects every call from now on, with a reply that contains the reason. Calls of peers that can be asked to close
     * their connection still run, as does the first call of a connection, which shows whether its peer can be asked.
     */
    void rejectCalls(String reason) {
        connections.copy().forEach(ServerConnection::serveFirstCall);
        dispatcher.rejectCalls(reason);
    }

    /**
     * Drains all connections: asks the peer to close each one, or closes it. Call {@link #rejectCalls} first. Runs on a thread
     * of its own, because TLS writes through Grizzly.
     */
    void drainConnections() {
        ShortLivedThread.run(
                service.name() + "-drain",
                DRAIN_BEGINS,
                () -> connections.copy().forEach(ServerConnection::drain));
    }

    /** Closes connections that open from now on. Those that are open stay so. */
    void refuseConnections() {
        refusesConnections = true;
    }

    Dispatcher dispatcher() {
        return dispatcher;
    }

    /** {@return a copy of the open connections, and of closed ones whose calls still run} */
    List<ServerConnection> connections() {
        return connections.copy();
    }

    /** {@return completes when every call of the current connections, closed ones included, has ended} */
    CompletableFuture<Void> whenIdle() {
        return CompletableFuture.allOf(connections.copy().stream()
                .map(connection -> connection.replyQueue().whenIdle())
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Registers the connection before it calls the processor factory: if the factory fails, the usual close removes it
     * again.
     */
    private ServerConnection open(FilterChainContext context) {
        NIOConnection connection = (NIOConnection) context.getConnection();
        requireFramesBelow(context.getFilterChain());
        MemoryAccount memory = frames.memoryOf(connection);
        FilterChain chain = context.getFilterChain();
        SaslFilter sasl = SaslFilter.of(chain);
        boolean tls = handshakeListener.listenTo(chain);
        ReplyWriter raw = isPlain(chain, sasl)
                ? new ChannelReplyWriter(connection, memory)
                : new ChainReplyWriter(connection, memory);
        SaslConnection security = sasl == null ? null : sasl.open(connection, raw, memory, tls);
        ReplyWriter writer = security == null ? raw : security.writer();
        connection.setMaxAsyncWriteQueueSize(service.limits().writeBufferHighWaterMark() / 2 + 1);
        ReplyQueue replyQueue =
                new ReplyQueue(service.replyOrder(), writer, service.limits().maxWriteBufferBytes(), memory);
        ServerConnection opened = new ServerConnection(connection, frames, replyQueue, connectionContext);
        if (frames.acceptsHttp()) {
            opened.limitReads();
        }
        if (tls) {
            opened.expectHandshake();
        }
        if (security != null) {
            security.attach(opened);
        }
        counterRecorder().countAccepted();
        try {
            CONNECTION.set(connection, opened);
            connections.add(opened);
            if (draining) { // the drain was announced before the connection was added
                opened.announceClose();
            }
            checkSchedule.add(opened);
            serve(opened);
        } catch (Throwable t) { // out of memory: Grizzly would keep the connection open and never read it
            try {
                forget(opened);
            } finally {
                connection.terminateSilently();
            }
            throw t;
        }
        return opened;
    }

    /** Lets the calls of a registered connection run, unless it is already closed. */
    private void serve(ServerConnection opened) {
        Connection<?> connection = opened.connection();
        if (LOG.isDebugEnabled()) {
            LOG.debug("server '{}': {} connected", service.name(), opened.peer());
        }
        services.of(new ConnectionTransport(connection, opened::whenFinished, opened::flow), opened::peer)
                .ifPresentOrElse(opened::serve, () -> opened.terminate(ConnectionServices.FACTORY_FAILED));
        if (!connection.isOpen()) { // another thread closed it, perhaps before it was registered
            CONNECTION.remove(connection);
            connectionsPerAddress.release(connection);
            forget(opened);
        } else if (refusesConnections) { // set before the connections were closed, perhaps without this one
            opened.forceClose();
        } else if (dispatcher.rejectsCalls()) { // accepted from the backlog of a draining server
            opened.drain();
        }
    }

    private void requireFramesBelow(FilterChain chain) {
        if (chain.indexOf(this) < 1 || chain.get(chain.indexOf(this) - 1) != frames) {
            throw new IllegalStateException(
                    "the frameFilter() of a ThriftServerFilter must be directly below it, which is not so in " + chain);
        }
    }

    /** Returns whether no filter below this one transforms the bytes that are written; SASL does so before. */
    private boolean isPlain(FilterChain chain, @Nullable SaslFilter sasl) {
        int lowest = sasl == null ? 1 : 2;
        return chain.indexOf(this) == lowest + 1
                && chain.get(0) instanceof TransportFilter
                && chain.get(lowest) == frames;
    }

    /** Builds a {@link ThriftServerFilter}. Not thread-safe. */
    public static final class Builder extends ServiceOptions<Builder> {
        private final StrategyThreads threads;
        private final DialectChoice dialects = new DialectChoice();

        private Builder(StrategyThreads threads) {
            this.threads = threads;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Sets the dialects that connections may use. The dialect of a connection is detected from its first bytes. A
         * connection in any other dialect is terminated, which is part of {@code counters().reached(MAX_FRAME_BYTES)}.
         *
         * @param accepted one or more of the supported dialects; by default all of them, or only {@link Dialect#FRAMED}
         *     if the {@link #protocol} is not a {@link io.grizzlythrift.message.ThriftProtocol}
         * @return this
         * @throws IllegalArgumentException if there are none, or if one is not supported; HTTP has its own {@linkplain
         *     #http option}
         */
        public Builder dialects(Dialect... accepted) {
            dialects.choose(accepted);
            return this;
        }

        /**
         * Sets whether connections may also use HTTP/1.1, as {@link ThriftServerBuilder#http} does, except for what only
         * a server knows: there are no metrics, and {@code /health/ready} responds 200 while there is room for calls.
         *
         * @param accept true to accept HTTP; false by default
         * @return this
         */
        public Builder http(boolean accept) {
            dialects.acceptHttp(accept);
            return this;
        }

        /**
         * Creates the filter and starts its threads.
         *
         * @return a filter to add to a chain
         * @throws IllegalStateException if there is no processor, or jsonCalls cannot be served
         */
        public ThriftServerFilter build() {
            checkJsonCalls(dialects);
            ServiceConfig service = toServiceConfig();
            return new ThriftServerFilter(threads, service, framesOf(service, dialects.with(service.protocol())));
        }

        /** For tests, whose frames have a clock of their own. */
        ThriftServerFilter build(FrameFilter frames) {
            return new ThriftServerFilter(threads, toServiceConfig(), frames);
        }
    }
}
