package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.SameThreadStrategy;

/** What the servers of the fleet share, in place of a database: MapKeeper in memory. */
public final class StoreServer {
    private StoreServer() {}

    /**
     * Serves until the process is ended.
     *
     * @param arguments none; the environment has {@code LISTEN}
     * @throws InterruptedException if the main thread is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        Logs.onlyWarnings();
        create(Settings.ofThisProcess().address(Settings.LISTEN)).start().awaitTermination();
    }

    static ThriftServer create(Settings.HostAndPort listen) {
        return ThriftServer.builder()
                .name("store")
                .listen(listen.host(), listen.port())
                .protocol(ThriftProtocol.COMPACT)
                .processor(new MapKeeper.Processor<>(new MapKeeperHandler()))
                .strategy(SameThreadStrategy.create()) // nothing in it blocks
                .http(true)
                .shutdownHook(true)
                .build();
    }
}
