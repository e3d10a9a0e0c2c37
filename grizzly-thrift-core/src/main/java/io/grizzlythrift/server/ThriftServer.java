package io.grizzlythrift.server;

import io.grizzlythrift.connection.ConnectionLimiter;
import io.grizzlythrift.connection.ServerConnection;
import io.grizzlythrift.frame.ReadMemory;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.memory.HeapCheck;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.metrics.ServerMetrics;
import io.grizzlythrift.metrics.recorder.MBeanRegistration;
import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.strategy.StrategyThreads;
import io.grizzlythrift.tls.TlsFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOServerConnection;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Thrift server for framed clients of any language. Started once, stopped once. All methods may be called from any
 * thread.
 *
 * <pre>{@code
 * ThriftServer server = ThriftServer.builder()
 *         .listen("127.0.0.1", 9090)
 *         .protocol(ThriftProtocol.COMPACT)
 *         .processor(new Calculator.Processor<>(handler))
 *         .strategy(WorkerThreadStrategy.ofThreads(8))
 *         .build();
 * server.start();
 * }</pre>
 *
 * <p>A connection may have any number of calls in flight. With a strategy of several threads they run at the same time,
 * so handlers must be thread-safe. Binary values that a handler gets are slices of what was read; they stay valid for
 * as long as they are kept, and keep the read they came with (at most 64 KiB, or their own frame) in memory. Reads
 * without such values are used again ({@link ReadMemory}); so a processor that is not generated code must not look at
 * the buffer of its transport any more once it has returned.
 *
 * <p>When a peer ends its side of a connection, the connection is closed, and replies that are not written yet are
 * lost: Grizzly knows no half-closed connections.
 */
public final class ThriftServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    /**
     * The size of one read. The size of Grizzly's writes is left to the socket: to set it would fix SO_SNDBUF, which
     * the operating system adapts to the connection otherwise.
     */
    private static final int READ_BYTES = 64 * 1024;

    /** How long threads have to end once they were interrupted. */
    private static final Duration STOP_TIMEOUT = Duration.ofMillis(500);

    private enum State {
        NEW,
        STARTED,
        STOPPED
    }

    private final ThriftServerConfig config;
    private final Object lifecycle = new Object();
    private volatile State state = State.NEW;
    private volatile List<InetSocketAddress> bound = List.of();
    private volatile ThriftFrameFilter frameFilter;
    private volatile ThriftServerFilter serverFilter;
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();

    /** Completed by a thread whose grace ends while another one still drains. */
    private final CompletableFuture<Void> cutOff = new CompletableFuture<>();

    private StrategyThreads threads;
    private ConnectionLimiter gate;
    private TCPNIOTransport transport;
    private Optional<ShutdownHook> exitHook = Optional.empty();
    private Optional<MBeanRegistration> jmx = Optional.empty();
    private Optional<HeapCheck> heapShare = Optional.empty();

    ThriftServer(ThriftServerConfig config) {
        this.config = config;
    }

    /**
     * Starts to describe a server.
     *
     * @return a builder with defaults; at least one address and one processor must be added
     */
    public static ThriftServerBuilder builder() {
        return new ThriftServerBuilder();
    }

    /**
     * Listens on every address and serves until {@link #shutdown} or {@link #close}. If one address cannot be had, none
     * is kept, no thread is left behind, and the server can be started again.
     *
     * @return this
     * @throws IllegalStateException if the server was started before
     * @throws UncheckedIOException if an address is taken or not ours; the message names it
     */
    public ThriftServer start() {
        synchronized (lifecycle) {
            if (state != State.NEW) {
                throw new IllegalStateException("server '" + config.name() + "' "
                        + (state == State.STARTED
                                ? "is started already, on " + bound
                                : "was stopped; build a new one"));
            }
            try {
                threads = config.strategy().start(config.name(), config.selectorThreads());
                serverFilter = new ThriftServerFilter(threads, config.service());
                frameFilter = new ThriftFrameFilter(
                        config.maxFrameBytes(), new MemoryBudget(config.limits().maxBufferedBytes()));
                serverFilter.recordedCounters().readFramesFrom(frameFilter);
                gate = new ConnectionLimiter(config.limits(), serverFilter.events(), serverFilter.recordedCounters());
                serverFilter.onPatrol(gate::resume);
                transport = newTransport();
                threads.install(transport);
                gate.install(transport);
                bound = bindAll();
                transport.start();
                jmx = config.jmx()
                        ? Optional.of(MBeanRegistration.of(config.name(), addresses(), counters(), metrics()))
                        : Optional.empty();
                state = State.STARTED;
                heapShare = Optional.of(
                        HeapCheck.begin(config.name(), config.limits().maxBufferedBytes(), config.maxFrameBytes()));
                exitHook = config.shutdownHook() ? Optional.of(ShutdownHook.register(this)) : Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                if (state != State.STARTED) {
                    bound = List.of();
                    stopNow();
                }
            }
        }
        LOG.info(
                "server '{}' listens on {}, strategy {}",
                config.name(),
                bound,
                config.strategy().name());
        return this;
    }

    private TCPNIOTransport newTransport() {
        FilterChainBuilder chain = FilterChainBuilder.stateless().add(new TransportFilter());
        config.tls().ifPresent(tls -> chain.add(TlsFilter.of(tls)));
        TCPNIOTransport made = TCPNIOTransportBuilder.newInstance()
                .setName(config.name())
                .setProcessor(chain.add(frameFilter).add(serverFilter).build())
                .setReadBufferSize(READ_BYTES)
                .setOptimizedForMultiplexing(false)
                .setServerConnectionBackLog(config.backlog())
                .build();
        made.setTcpNoDelay(true);
        if (config.tls().isEmpty()) { // reads of the TlsFilter are not ours
            made.setMemoryManager(new ReadMemory());
        }
        return made;
    }

    private List<InetSocketAddress> bindAll() throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (ListenSocket socket : config.sockets()) {
            try {
                TCPNIOServerConnection connection = socket.bind(transport, config.backlog());
                gate.watch(connection);
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
     * The port of the first address.
     *
     * @return the real port, also where port 0 was asked for
     * @throws IllegalStateException if the server is not started
     */
    public int port() {
        return addresses().get(0).getPort();
    }

    /**
     * Where the server listens, in the order in which the addresses were given.
     *
     * @return addresses with their real ports
     * @throws IllegalStateException if the server was never started
     */
    public List<InetSocketAddress> addresses() {
        if (bound.isEmpty()) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return bound;
    }

    /**
     * The options.
     *
     * @return immutable
     */
    public ThriftServerConfig config() {
        return config;
    }

    /**
     * What the server has done so far.
     *
     * @return live counters, also after the server was stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerCounters counters() {
        return started(serverFilter).counters();
    }

    /**
     * What became of the calls so far, method by method.
     *
     * @return live, also after the server was stopped
     * @throws IllegalStateException if the server was never started
     */
    public ServerMetrics metrics() {
        return started(serverFilter).metrics();
    }

    /**
     * How many connections were terminated because of a bad frame length.
     *
     * @return a count
     * @throws IllegalStateException if the server was never started
     */
    public long rejectedFrames() {
        return started(frameFilter).rejectedFrames();
    }

    private <T> T started(T part) {
        if (part == null) {
            throw new IllegalStateException("server '" + config.name() + "' is not started");
        }
        return part;
    }

    /** Shuts down with the grace of the configuration. */
    @Override
    public void close() {
        shutdown(config.shutdownGrace());
    }

    /**
     * Drains and stops: stops listening, answers what is in flight, refuses calls that still arrive with a reply, lets
     * every connection write what it holds, and closes. What has not ended at the end of the grace is cut off:
     * connections are terminated, running handlers interrupted. If the server is stopped already, or another thread is
     * about to stop it, the result is that of the first; of several graces the one that ends first counts.
     *
     * <p>With SameThread and a handler that runs on every selector, listening ends only when a selector is free again.
     *
     * @param grace how long to wait for calls and writes at most, zero to one hour; zero cuts off at once
     * @return true if every accepted call was answered, and every reply written or its peer gone, within the grace
     * @throws IllegalArgumentException if the grace is out of bounds; nothing has happened then
     */
    public boolean shutdown(Duration grace) {
        Bounds.requireBetween("grace", grace, Duration.ZERO, ThriftServerBuilder.MAX_GRACE);
        if (stopping.compareAndSet(false, true)) {
            try {
                stopped.complete(drainAndStop(grace));
            } finally {
                stopped.complete(false);
            }
            return stopped.join();
        }
        try {
            return stopped.get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            cutOff.complete(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("stopped is never completed with an exception", e);
        }
        return stopped.join();
    }

    private boolean drainAndStop(Duration grace) {
        long begin = System.nanoTime();
        synchronized (lifecycle) {
            boolean drained = true;
            if (state == State.STARTED) {
                serverFilter.refuseCalls("server '" + config.name() + "' is shutting down");
                try {
                    drained = Drain.of(gate, serverFilter).await(grace.minusNanos(System.nanoTime() - begin), cutOff);
                } finally {
                    stopNow();
                    exitHook.ifPresent(ShutdownHook::forget);
                    jmx.ifPresent(MBeanRegistration::unregister);
                }
                LOG.info(
                        "server '{}' stopped{}", config.name(), drained ? "" : ", not all calls ended within " + grace);
            }
            state = State.STOPPED;
            return drained;
        }
    }

    /** Ends the transport and every thread. Handlers that do not react to being interrupted are not waited for long. */
    private void stopNow() {
        heapShare.ifPresent(HeapCheck::end);
        if (transport != null) {
            gate.cutOff();
            try {
                transport.shutdownNow();
            } catch (IOException e) {
                LOG.warn("server '{}' could not stop its transport", config.name(), e);
            }
        }
        if (threads != null) {
            threads.shutdownNow();
        }
        if (serverFilter != null) {
            serverFilter.connections().forEach(ServerConnection::cutOff);
            serverFilter.close();
        }
        try {
            if (threads != null && !threads.awaitTermination(STOP_TIMEOUT)) {
                LOG.warn("server '{}': a handler ignores its interrupt; its thread is left running", config.name());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
