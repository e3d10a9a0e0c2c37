package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ConnectionsPerAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Connection;

/**
 * Counts how often clients of an address have failed to authenticate in a window that begins with a failure. Knows a limited
 * number of addresses. When one more fails, the one whose window began first is forgotten, so only a peer with more addresses
 * than that gains attempts. Thread-safe: guarded by this object, which is locked for moments only.
 */
final class FailuresPerAddress {
    static final int MAX_ADDRESSES = 10_000;

    /** In the order in which the windows began, so that those that have ended are the first. */
    private final Map<Object, Window> windows = new LinkedHashMap<>();

    private final int max;
    private final long windowNanos;
    private final LongSupplier clock;

    private record Window(long since, int failures) {}

    FailuresPerAddress(int max, Duration window, LongSupplier clock) {
        this.max = max;
        windowNanos = window.toNanos();
        this.clock = clock;
    }

    /** {@return whether the address of a connection is at the limit} */
    synchronized boolean isAtLimit(Connection<?> connection) {
        Window window = windows.get(addressOf(connection));
        return window != null && !isOver(window, clock.getAsLong()) && window.failures >= max;
    }

    synchronized void count(Connection<?> connection) {
        long now = clock.getAsLong();
        Object address = addressOf(connection);
        forgetEnded(now);
        Window known = windows.get(address);
        if (known != null) {
            windows.put(address, new Window(known.since, Math.min(max, known.failures + 1)));
            return;
        }
        if (windows.size() == MAX_ADDRESSES) {
            windows.remove(windows.keySet().iterator().next());
        }
        windows.put(address, new Window(now, 1));
    }

    private void forgetEnded(long now) {
        Iterator<Window> all = windows.values().iterator();
        while (all.hasNext() && isOver(all.next(), now)) {
            all.remove();
        }
    }

    private boolean isOver(Window window, long now) {
        return now - window.since >= windowNanos;
    }

    private static Object addressOf(Connection<?> connection) {
        return connection.getPeerAddress() instanceof SocketAddress address
                ? ConnectionsPerAddress.peerOf(address)
                : "unknown";
    }

    /** {@return the number of addresses that are known} */
    synchronized int size() {
        return windows.size();
    }
}
