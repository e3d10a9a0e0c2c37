package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.samples.mapkeeper.MapKeeperHandler;
import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.strategy.SameThreadStrategy;

/** Serves MapKeeper in memory. The servers of the fleet share it in place of a database. */
public final class StoreServer {
    private StoreServer() {}

    /**
     * Serves until the process ends.
     *
     * @param arguments none; the environment variable {@code LISTEN} sets the address
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
                .strategy(SameThreadStrategy.create()) // the handler never blocks
                .http(true)
                .shutdownHook(true)
                .build();
    }
}
