package io.grizzlythrift.server;

import io.grizzlythrift.internal.connection.ServerConnection;
import io.grizzlythrift.internal.frame.FrameFilter;
import io.grizzlythrift.internal.frame.ReadBufferPool;
import io.grizzlythrift.internal.frame.TestFrameFilters;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.metrics.ServerCounters;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.UniqueName;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Strategies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;

/** A filter chain like that of a user, but with frames of its own, and with access to its connections: one selector, a free port. */
public final class ChainServer implements AutoCloseable {
    public static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    public static final int MAX_FRAME_BYTES = 1 << 20;

    private final String name = UniqueName.of("chain");
    private final StrategyThreads threads;
    private final ReadBufferPool memory = new ReadBufferPool();
    private final FrameFilter frames;
    private final ThriftServerFilter filter;
    private final TCPNIOTransport transport;
    private final InetSocketAddress address;
    private final CompletableFuture<Void> closing = new CompletableFuture<>();

    public ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits, FrameFilter frames)
            throws IOException {
        threads = strategy.ofThreads(Strategies.THREADS).start(name, 1);
        this.frames = frames;
        filter = ThriftServerFilter.builder(threads)
                .name(name)
                .processor(processor)
                .protocol(PROTOCOL)
                .limits(limits)
                .build(frames);
        transport = TCPNIOTransportBuilder.newInstance()
                .setProcessor(FilterChainBuilder.stateless()
                        .add(new TransportFilter())
                        .add(frames)
                        .add(filter)
                        .build())
                .setMemoryManager(memory)
                .build();
        threads.install(transport);
        address = (InetSocketAddress) transport.bind("127.0.0.1", 0).getLocalAddress();
        transport.start();
    }

    public ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits, MemoryBudget memory)
            throws IOException {
        this(strategy, processor, limits, TestFrameFilters.framed(MAX_FRAME_BYTES, memory));
    }

    public ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits) throws IOException {
        this(strategy, processor, limits, new MemoryBudget(Long.MAX_VALUE));
    }

    public String name() {
        return name;
    }

    public RawClient connect() throws IOException {
        return new RawClient(address);
    }

    public FrameFilter frames() {
        return frames;
    }

    public ReadBufferPool memory() {
        return memory;
    }

    public ServerCounters counters() {
        return filter.counters();
    }

    /** Returns the connections of a filter, which are visible only in this package. */
    public static List<ServerConnection> connections(ThriftServerFilter filter) {
        return filter.connections();
    }

    /** Waits for the only connection. */
    public ServerConnection connection() {
        Await.that("no connection", () -> filter.connections().size() == 1);
        return filter.connections().get(0);
    }

    /** Lets the timeout monitor check once more at most: afterwards only the test checks timeouts. */
    public void holdChecks() {
        filter.afterTimeoutChecks(closing::join);
    }

    @Override
    public void close() throws IOException {
        closing.complete(null);
        transport.shutdownNow();
        threads.shutdownNow();
        filter.close();
    }
}
