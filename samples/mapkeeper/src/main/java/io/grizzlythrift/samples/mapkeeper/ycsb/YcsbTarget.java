package io.grizzlythrift.samples.mapkeeper.ycsb;

import static java.util.Objects.requireNonNull;

/**
 * A MapKeeper server on 127.0.0.1, and the client that YCSB calls it through.
 *
 * @param binding the client
 * @param port the server's port
 * @param keepsRecords whether reads return the values written, so that YCSB can check them
 */
public record YcsbTarget(Class<? extends MapKeeperYcsbClient> binding, int port, boolean keepsRecords) {
    /** Rejects a missing binding. */
    public YcsbTarget {
        requireNonNull(binding, "binding");
    }
}
