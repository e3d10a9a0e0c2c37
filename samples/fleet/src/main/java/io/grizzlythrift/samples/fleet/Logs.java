package io.grizzlythrift.samples.fleet;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The logs of all processes. */
final class Logs {
    /** Kept, so that its level is. ZooKeeper and Curator warn of each connection that a killed server leaves. */
    private static final Logger APACHE = Logger.getLogger("org.apache");

    private Logs() {}

    static void onlyWarnings() {
        Logger.getLogger("").setLevel(Level.WARNING);
        APACHE.setLevel(Level.SEVERE);
    }
}
