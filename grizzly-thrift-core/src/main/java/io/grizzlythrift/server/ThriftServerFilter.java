package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionTransport;
import io.grizzlythrift.connection.ConnectionsPerAddress;
import io.grizzlythrift.connection.HandshakeListener;
import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.dispatch.Dispatcher;
import io.grizzlythrift.dispatch.ServiceConfig;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import io.grizzlythrift.reply.ChainReplyWriter;
import io.grizzlythrift.reply.ChannelReplyWriter;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyWriter;
import io.grizzlythrift.selector.EarlyInitialization;
import io.grizzlythrift.strategy.StrategyThreads;
import io.grizzlythrift.timeout.CheckSchedule;
import io.grizzlythrift.timeout.TimeoutMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.filterchain.BaseFilter;
import org.glassfish.grizzly.filterchain.FilterChain;
import org.glassfish.grizzly.filterchain.FilterChainContext;
import org.glassfish.grizzly.filterchain.NextAction;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.NIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the calls of each {@link FrameBatch} run by a strategy, and their replies written. Stands directly above a
 * {@link ThriftFrameFilter}.
 *
 * <p>{@link ThriftServer} makes one by itself. In a chain of one's own:
 *
 * <pre>{@code
 * StrategyThreads threads = WorkerThreadStrategy.ofThreads(8).start("mine", 2);
 * ThriftServerFilter filter = ThriftServerFilter.builder(threads)
 *         .name("mine").processor(processor).protocol(ThriftProtocol.COMPACT).build();
 * FilterChain chain = FilterChainBuilder.stateless()
 *         .add(new TransportFilter()).add(new ThriftFrameFilter()).add(filter).build();
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
 * <p>If only the TransportFilter and the ThriftFrameFilter stand below, replies go straight to the socket; otherwise
 * through the whole chain, so that filters such as TLS see them. In the former case
 * {@code transport.setMemoryManager(new ReadMemory())} spares the allocation of an array for each read, as
 * {@code ThriftServer} does. One filter serves any number of connections. It runs
 * on the thread that reads.
 */
public final class ThriftServerFilter extends BaseFilter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServerFilter.class);
    private static final Attribute<ServerConnection> STATE =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(ThriftServerFilter.class.getName());

    private final Set<ServerConnection> connections = ConcurrentHashMap.newKeySet();
    private final LogLimiter factoryLog = new LogLimiter(System::nanoTime);
    private final ServiceConfig service;
    private final Dispatcher engine;
    private final CheckSchedule<ServerConnection> rounds;
    private volatile Runnable alsoVisited = () -> {};
    private final HandshakeListener handshakes = new HandshakeListener(STATE::get);
    private final ConnectionsPerAddress peers;

    ThriftServerFilter(StrategyThreads threads, ServiceConfig service) {
        EarlyInitialization.of(ServerConnection.class);
        this.service = service;
        peers = new ConnectionsPerAddress(service.limits().maxConnectionsPerAddress());
        rounds = new CheckSchedule<>(TimeoutMonitor.quietRounds(service.limits()), this::visit);
        engine = new Dispatcher(service, threads, this::visitConnections);
    }

    /**
     * Starts to describe a filter.
     *
     * @param threads running threads of a strategy; not ended by the filter
     * @return a builder with defaults
     */
    public static Builder builder(StrategyThreads threads) {
        return new Builder(Objects.requireNonNull(threads, "threads"));
    }

    /**
     * What the filter has done so far.
     *
     * @return live counters
     */
    public ServerCounters counters() {
        return engine.counters();
    }

    /**
     * What became of the calls, method by method.
     *
     * @return live
     */
    public ServerMetrics metrics() {
        return engine.metrics();
    }

    /**
     * Ends the two threads of the filter, which watch over replies behind slow calls and over limits of time.
     * Connections are left as they are.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Adds something that the patrol is to look at. */
    void onPatrol(Runnable visit) {
        alsoVisited = visit;
    }

    private CheckSchedule.State visit(ServerConnection connection, long now) {
        if (!connection.connection().isOpen()) {
            forget(connection); // for its close handlers may have failed, and with them what follows from its end
            connection.replyQueue().memory().close();
            if (connection.replyQueue().isIdle()) {
                connections.remove(connection);
            }
        }
        if (!connections.contains(connection)) {
            return CheckSchedule.State.GONE;
        }
        connection.rejectOverdue(now);
        connection.watch().visit(now);
        return connection.watch().wasQuiet() ? CheckSchedule.State.QUIET : CheckSchedule.State.BUSY;
    }

    private void visitConnections(long now) {
        try {
            rounds.make(now);
        } finally {
            alsoVisited.run();
        }
    }

    CounterRecorder recordedCounters() {
        return engine.counters();
    }

    LimitReporter events() {
        return engine.limitReporter();
    }

    @Override
    public NextAction handleAccept(FilterChainContext context) {
        return openIfAdmitted(context) == null ? context.getStopAction() : context.getInvokeAction();
    }

    @Override
    public NextAction handleRead(FilterChainContext context) {
        ServerConnection connection = STATE.get(context.getConnection());
        if (connection == null) {
            connection = context.getConnection().isOpen() ? openIfAdmitted(context) : null;
            if (connection == null) {
                return context.getStopAction();
            }
        }
        connection.establish();
        FrameBatch frames = context.getMessage();
        engine.submit(connection, frames);
        connection.intake().afterRead();
        return context.getStopAction();
    }

    /** Returns null, and closes the connection, if its peer has as many as it may. */
    private ServerConnection openIfAdmitted(FilterChainContext context) {
        Connection<?> connection = context.getConnection();
        if (!peers.take(connection)) {
            int max = service.limits().maxConnectionsPerAddress().orElseThrow();
            events().reached(
                            LimitType.CONNECTIONS_PER_ADDRESS,
                            1,
                            () -> "closed " + connection.getPeerAddress()
                                    + ": its address has as many connections as may be, maxConnectionsPerAddress is "
                                    + max);
            connection.terminateSilently();
            return null;
        }
        return open(context);
    }

    @Override
    public NextAction handleClose(FilterChainContext context) {
        peers.release(context.getConnection());
        ServerConnection connection = STATE.remove(context.getConnection());
        if (connection != null) {
            forget(connection);
        }
        return context.getInvokeAction();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // to forget a connection cannot fail
    private void forget(ServerConnection connection) {
        if (connection.onClosed()) {
            recordedCounters().countClosed();
            if (!connection.isEstablished()) {
                recordedCounters().countFailedHandshake();
            }
            connection.replyQueue().whenIdle().thenRun(() -> connections.remove(connection));
            if (LOG.isDebugEnabled()) {
                LOG.debug("server '{}': {} closed: {}", service.name(), connection.peer(), connection.whyClosed());
            }
        }
    }

    /** From now on every call is answered with a refusal that says why. */
    void refuseCalls(String reason) {
        engine.rejectCalls(reason);
    }

    /** The connections that are open now, and closed ones whose calls still run. */
    List<ServerConnection> connections() {
        return new ArrayList<>(connections);
    }

    /** The connection is known before its factory is asked: if that fails, it is closed and forgotten as any other. */
    private ServerConnection open(FilterChainContext context) {
        NIOConnection connection = (NIOConnection) context.getConnection();
        ThriftFrameFilter frames = framesBelow(context.getFilterChain());
        MemoryAccount memory = frames.memoryOf(connection);
        ReplyWriter sink = isPlain(context.getFilterChain())
                ? new ChannelReplyWriter(connection, memory)
                : new ChainReplyWriter(connection, memory);
        recordedCounters().readFramesFrom(frames);
        connection.setMaxAsyncWriteQueueSize(service.limits().unsentBytesToPause() / 2 + 1);
        ReplyQueue line =
                new ReplyQueue(service.replyOrder(), sink, service.limits().maxUnsentBytes(), memory);
        ServerConnection opened = new ServerConnection(connection, frames, line, service.limits(), events());
        if (handshakes.isExpected(context.getFilterChain())) {
            opened.expectHandshake();
        }
        recordedCounters().countAccepted();
        try {
            STATE.set(connection, opened);
            connections.add(opened);
            rounds.join(opened);
        } catch (Throwable t) { // no memory to know it
            forget(opened);
            connection.terminateSilently();
            throw t;
        }
        if (LOG.isDebugEnabled()) {
            LOG.debug("server '{}': {} connected", service.name(), opened.peer());
        }
        try {
            opened.serve(service.servicesOf(new ConnectionTransport(connection, opened::whenGone)));
        } catch (Throwable t) {
            factoryLog.log(suppressed -> LOG.error(
                    "closed {}: the processor factory failed{}", opened.peer(), LogLimiter.suffix(suppressed), t));
            opened.terminate("the processor factory failed");
        }
        if (!connection.isOpen()) { // closed by another thread, perhaps before it was known here
            STATE.remove(connection);
            peers.release(connection);
            forget(opened);
        } else if (engine.rejectsCalls()) { // out of the backlog of a server that drains
            opened.drain();
        }
        return opened;
    }

    private ThriftFrameFilter framesBelow(FilterChain chain) {
        if (chain.indexOf(this) > 0 && chain.get(chain.indexOf(this) - 1) instanceof ThriftFrameFilter frames) {
            return frames;
        }
        throw new IllegalStateException("no ThriftFrameFilter directly below the ThriftServerFilter of " + chain);
    }

    /** Whether nothing below this filter looks at what is written. */
    private boolean isPlain(FilterChain chain) {
        return chain.indexOf(this) == 2
                && chain.get(0) instanceof TransportFilter
                && chain.get(1) instanceof ThriftFrameFilter;
    }

    /** Describes a {@link ThriftServerFilter}. Not for use by two threads at a time. */
    public static final class Builder extends ServiceOptions<Builder> {
        private final StrategyThreads threads;

        private Builder(StrategyThreads threads) {
            this.threads = threads;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Makes the filter and starts its two threads.
         *
         * @return a filter to be put into a chain
         * @throws IllegalStateException if there is no processor
         */
        public ThriftServerFilter build() {
            return new ThriftServerFilter(threads, toServiceConfig());
        }
    }
}
