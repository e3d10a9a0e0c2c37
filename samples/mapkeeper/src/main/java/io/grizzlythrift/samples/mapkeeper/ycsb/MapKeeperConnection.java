package io.grizzlythrift.samples.mapkeeper.ycsb;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;

/**
 * The connection of one YCSB thread to a MapKeeper server.
 *
 * @param mapKeeper makes the calls; used by one thread only
 * @param release releases the connection; run once, by the same thread
 */
public record MapKeeperConnection(MapKeeper.Iface mapKeeper, Runnable release) implements AutoCloseable {
    /** Rejects missing parts. */
    public MapKeeperConnection {
        requireNonNull(mapKeeper, "mapKeeper");
        requireNonNull(release, "release");
    }

    @Override
    public void close() {
        release.run();
    }
}
