package io.grizzlythrift.samples.mapkeeper;

import java.io.IOException;

/** A MapKeeper that the benchmark can drive, on 127.0.0.1. */
interface ServedMapKeeper extends AutoCloseable {
    int port();

    /**
     * Stops it.
     *
     * @throws IOException if it did not stop as it should, or had ended before
     */
    @Override
    void close() throws IOException;

    /** Starts a MapKeeper without maps, on the strategy of this name. */
    interface Launcher {
        ServedMapKeeper start(String strategy) throws IOException;
    }
}
