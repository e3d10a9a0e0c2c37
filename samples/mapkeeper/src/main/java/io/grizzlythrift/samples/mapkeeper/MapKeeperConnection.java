package io.grizzlythrift.samples.mapkeeper;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.samples.mapkeeper.gen.MapKeeper;

/**
 * What one YCSB thread calls a MapKeeper server through.
 *
 * @param mapKeeper the calls; used by one thread only
 * @param release gives back what the calls need; run once, by the same thread
 */
public record MapKeeperConnection(MapKeeper.Iface mapKeeper, Runnable release) implements AutoCloseable {
    /** Checks that nothing is missing. */
    public MapKeeperConnection {
        requireNonNull(mapKeeper, "mapKeeper");
        requireNonNull(release, "release");
    }

    @Override
    public void close() {
        release.run();
    }
}
