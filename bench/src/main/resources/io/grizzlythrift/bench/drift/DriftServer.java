package io.grizzlythrift.bench.drift;

import io.airlift.drift.codec.ThriftCodecManager;
import io.airlift.drift.server.stats.NullMethodInvocationStatsFactory;
import io.airlift.drift.transport.netty.server.DriftNettyServerConfig;
import io.airlift.drift.transport.netty.server.DriftNettyServerTransport;
import io.airlift.drift.transport.netty.server.DriftNettyServerTransportFactory;
import io.airlift.units.DataSize;
import io.grizzlythrift.bench.server.BenchServer;
import io.grizzlythrift.bench.server.ServerSettings;
import io.netty.bootstrap.ServerBootstrap;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/**
 * Drift's server, in its fastest configuration.
 *
 * <p>Handlers run on the event loops, which is all that Drift offers: it calls them there, and a handler that wants
 * other threads returns a future. What Drift calls workers are therefore the I/O threads of this comparison, and what
 * it calls I/O threads only accept connections, so one is enough. It has no native transport. Replies may overtake each
 * other, which is its default and saves its ordering handler; they never do here, because handlers reply at once.
 * Statistics are off, as for all servers. Clients choose the protocol: Drift detects it on each connection.
 */
public final class DriftServer implements BenchServer {
    private final ServerSettings settings;
    private final DriftNettyServerTransport transport;

    public DriftServer(ServerSettings settings) {
        this.settings = settings;
        DriftNettyServerConfig config = new DriftNettyServerConfig()
                .setIoThreadCount(1)
                .setWorkerThreadCount(settings.ioThreads())
                .setMaxFrameSize(DataSize.ofBytes(settings.maxFrameBytes()))
                .setAssumeClientsSupportOutOfOrderResponses(true);
        transport = (DriftNettyServerTransport) new io.airlift.drift.server.DriftServer(
                        new DriftNettyServerTransportFactory(config),
                        new ThriftCodecManager(),
                        new NullMethodInvocationStatsFactory(),
                        Set.of(new io.airlift.drift.server.DriftService(new DriftHandler(), Optional.empty(), false)),
                        Set.of())
                .getServerTransport();
    }

    /** Binds Drift's own bootstrap, because Drift's start would listen on all addresses of the machine. */
    @Override
    public int start() throws ReflectiveOperationException, InterruptedException {
        Field bootstrap = DriftNettyServerTransport.class.getDeclaredField("bootstrap");
        bootstrap.setAccessible(true);
        InetSocketAddress bound = (InetSocketAddress) ((ServerBootstrap) bootstrap.get(transport))
                .bind(settings.host(), settings.port())
                .sync()
                .channel()
                .localAddress();
        return bound.getPort();
    }

    /** Ends the event loops, which close their channels. */
    @Override
    public void close() {
        transport.shutdown();
    }
}
