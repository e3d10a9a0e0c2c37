package io.grizzlythrift.server;

import io.grizzlythrift.UniqueName;
import io.grizzlythrift.frame.ReadMemory;
import io.grizzlythrift.frame.ThriftFrameFilter;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.strategy.StrategyThreads;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.thrift.TProcessor;
import org.glassfish.grizzly.filterchain.FilterChainBuilder;
import org.glassfish.grizzly.filterchain.TransportFilter;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;

/** A chain as a user would build it, with access to its connections. One selector, a free port. */
final class ChainServer implements AutoCloseable {
    static final ThriftProtocol PROTOCOL = ThriftProtocol.COMPACT;

    static final int MAX_FRAME_BYTES = 1 << 20;

    private final String name = UniqueName.of("chain");
    private final StrategyThreads threads;
    private final ReadMemory memory = new ReadMemory();
    private final ThriftFrameFilter frames;
    private final ThriftServerFilter filter;
    private final TCPNIOTransport transport;
    private final InetSocketAddress address;

    ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits, ThriftFrameFilter frames)
            throws IOException {
        threads = strategy.ofThreads(Strategies.THREADS).start(name, 1);
        this.frames = frames;
        filter = ThriftServerFilter.builder(threads)
                .name(name)
                .processor(processor)
                .protocol(PROTOCOL)
                .limits(limits)
                .build();
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

    ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits, MemoryBudget memory)
            throws IOException {
        this(strategy, processor, limits, new ThriftFrameFilter(MAX_FRAME_BYTES, memory));
    }

    ChainServer(Strategies strategy, TProcessor processor, ServerLimits limits) throws IOException {
        this(strategy, processor, limits, new MemoryBudget(Long.MAX_VALUE));
    }

    String name() {
        return name;
    }

    RawClient connect() throws IOException {
        return new RawClient(address);
    }

    ThriftFrameFilter frames() {
        return frames;
    }

    ReadMemory memory() {
        return memory;
    }

    ServerCounters counters() {
        return filter.counters();
    }

    /** Waits for the one connection there is. */
    ServerConnection connection() {
        Await.that("no connection", () -> filter.connections().size() == 1);
        return filter.connections().get(0);
    }

    @Override
    public void close() throws IOException {
        transport.shutdownNow();
        threads.shutdownNow();
        filter.close();
    }
}
