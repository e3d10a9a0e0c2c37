package io.grizzlythrift.samples.fleet;

import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperConnection;
import io.grizzlythrift.samples.mapkeeper.ycsb.MapKeeperYcsbClient;

/** YCSB's database binding for the fleet: all threads share one client, which finds the servers itself. */
public final class FleetYcsbClient extends MapKeeperYcsbClient {
    /** Creates a client for one YCSB thread; YCSB calls this. */
    public FleetYcsbClient() {}

    @Override
    protected MapKeeperConnection connect(String host, int port) {
        return new MapKeeperConnection(Shared.CLIENT.mapKeeper(), () -> {});
    }

    private static final class Shared {
        static final FleetClient CLIENT = FleetClient.ofThisProcess();
    }
}
