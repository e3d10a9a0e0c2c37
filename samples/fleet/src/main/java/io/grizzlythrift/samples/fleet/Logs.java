package io.grizzlythrift.samples.fleet;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Sets the log levels of each process. */
final class Logs {
    /**
     * Held, because the level of a logger is lost when the logger is collected. ZooKeeper and Curator log a warning for
     * each connection that a killed server leaves.
     */
    private static final Logger APACHE = Logger.getLogger("org.apache");

    private Logs() {}

    static void onlyWarnings() {
        Logger.getLogger("").setLevel(Level.WARNING);
        APACHE.setLevel(Level.SEVERE);
    }
}
