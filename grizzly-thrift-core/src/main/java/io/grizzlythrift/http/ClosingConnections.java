package io.grizzlythrift.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Connection;

/**
 * Connections whose peers were sent a failure, with the time of the failure in nanoseconds. A peer may ignore it and keep
 * sending bytes, which are discarded. Thread-safe.
 */
final class ClosingConnections {
    private final Map<Connection<?>, Long> since = new ConcurrentHashMap<>();

    /** Adds a connection that should close. */
    void add(Connection<?> connection) {
        since.putIfAbsent(connection, System.nanoTime());
    }

    /** Terminates the connections that are still open after a timeout. */
    void check(long now, long timeoutNanos) {
        since.keySet().removeIf(connection -> !connection.isOpen());
        since.forEach((connection, added) -> {
            if (now - added > timeoutNanos) {
                connection.terminateSilently();
            }
        });
    }
}
