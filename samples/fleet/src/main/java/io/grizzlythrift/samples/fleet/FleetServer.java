package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.discovery.ZooKeeperAnnouncer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;

/**
 * One server of the fleet. It stores nothing itself, and forwards each call to the store. Its {@link Settings} come
 * from the environment. On SIGTERM, it withdraws its announcement and drains.
 */
public final class FleetServer {
    private FleetServer() {}

    /**
     * Prints the port, and serves until the process ends.
     *
     * @param arguments none
     * @throws InterruptedException if the main thread is interrupted
     */
    @SuppressWarnings("FutureReturnValueIgnored") // this process ends, so no caller needs the future
    public static void main(String[] arguments) throws InterruptedException {
        Logs.onlyWarnings();
        Settings settings = Settings.ofThisProcess();
        if (settings.find(Settings.END_WITH_PARENT).isPresent()) {
            ProcessHandle.current()
                    .parent()
                    .orElseThrow()
                    .onExit()
                    .thenRun(() -> Runtime.getRuntime().halt(1));
        }
        Settings.HostAndPort store = settings.address(Settings.STORE);
        Optional<CuratorFramework> zooKeeper = settings.find(Settings.ZOOKEEPER).map(Curators::start);
        ThriftClient client = ThriftClient.builder()
                .name("store")
                .endpoint(store.host(), store.port())
                .protocol(ThriftProtocol.COMPACT)
                .build();
        ThriftServer server = create(settings, zooKeeper, client.stub(MapKeeper.Iface.class));
        server.start();
        System.out.println(server.port());
        server.awaitTermination();
        client.close();
        zooKeeper.ifPresent(CuratorFramework::close);
    }

    private static ThriftServer create(Settings settings, Optional<CuratorFramework> zooKeeper, MapKeeper.Iface store) {
        Settings.HostAndPort listen = settings.address(Settings.LISTEN);
        // @start region=server
        ThriftServerBuilder builder = ThriftServer.builder()
                .name("mapkeeper")
                .listen(listen.host(), listen.port())
                .protocol(ThriftProtocol.COMPACT)
                .processor(new MapKeeper.Processor<>(store)) // a stub is also a handler
                .strategy(WorkerThreadStrategy.ofThreads(8))
                .http(true) // health, for the probes of Kubernetes
                .drainDelay(settings.duration(Settings.DRAIN_DELAY))
                .shutdownGrace(settings.duration(Settings.SHUTDOWN_GRACE))
                .shutdownHook(true);
        zooKeeper.ifPresent(
                curator -> builder.announce(ZooKeeperAnnouncer.of(curator, Settings.BASE_PATH, Settings.SERVICE)));
        // @end region=server
        return builder.build();
    }
}
