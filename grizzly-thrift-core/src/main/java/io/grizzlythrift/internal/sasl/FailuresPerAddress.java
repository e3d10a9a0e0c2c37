package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.connection.ConnectionsPerAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.Connection;

/**
 * Counts how often clients of an address have failed to authenticate in a window that begins with a failure. Knows a limited
 * number of addresses: when there are more, windows that have ended are forgotten, and no other address is added.
 * Thread-safe: each count changes in an atomic step of {@link ConcurrentHashMap}.
 */
final class FailuresPerAddress {
    private static final int MAX_ADDRESSES = 10_000;

    private final Map<Object, Window> windows = new ConcurrentHashMap<>();
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
    boolean isAtLimit(Connection<?> connection) {
        Window window = windows.get(addressOf(connection));
        return window != null && !isOver(window, clock.getAsLong()) && window.failures >= max;
    }

    void count(Connection<?> connection) {
        long now = clock.getAsLong();
        Object address = addressOf(connection);
        if (windows.size() >= MAX_ADDRESSES && !windows.containsKey(address)) {
            windows.values().removeIf(window -> isOver(window, now));
            if (windows.size() >= MAX_ADDRESSES) {
                return;
            }
        }
        windows.merge(
                address,
                new Window(now, 1),
                (known, one) -> isOver(known, now) ? one : new Window(known.since, Math.min(max, known.failures + 1)));
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
    int size() {
        return windows.size();
    }
}
