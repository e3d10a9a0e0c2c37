package io.grizzlythrift.internal.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.glassfish.grizzly.Connection;

/**
 * Limits the open connections of each peer to {@code maxConnectionsPerAddress}. A peer is an IPv4 address, or the first
 * 64 bits of an IPv6 address, because a single host may use any address of such a network (RFC 4291, RFC 6177). If no
 * limit is set, nothing is counted.
 *
 * <p>Thread-safe. Each count changes by an atomic operation of {@link ConcurrentHashMap}: {@code putIfAbsent}, the
 * three-argument {@code replace}, {@code computeIfPresent}. A permit is released by the thread whose {@code remove}
 * returned the peer of the connection; the map returns it to one thread only, so each permit is released once.
 */
public final class ConnectionsPerAddress {
    private static final int NETWORK_BYTES = 8;

    private final OptionalInt max;

    /** The peer of each counted connection. */
    private final Map<Connection<?>, Object> peers = new ConcurrentHashMap<>();

    /** The number of connections of each peer, at least 1. */
    private final Map<Object, Integer> open = new ConcurrentHashMap<>();

    public ConnectionsPerAddress(OptionalInt max) {
        this.max = max;
    }

    /** Counts a connection. Returns false if its peer is at the limit. */
    public boolean tryAcquire(Connection<?> connection) {
        if (max.isEmpty() || !(connection.getPeerAddress() instanceof SocketAddress address)) {
            return true;
        }
        Object peer = peerOf(address);
        if (!increment(peer)) {
            return false;
        }
        boolean known = false;
        try {
            peers.put(connection, peer);
            known = true;
        } finally {
            if (!known) { // out of memory: nothing would release the permit
                decrement(peer);
            }
        }
        return true;
    }

    private boolean increment(Object peer) {
        while (true) {
            Integer count = open.putIfAbsent(peer, 1);
            if (count == null) {
                return true;
            }
            if (count >= max.getAsInt()) {
                return false;
            }
            if (open.replace(peer, count, count + 1)) {
                return true;
            }
        }
    }

    /** Releases the permit of a connection, if it has one. Can be called more than once. */
    public void release(Connection<?> connection) {
        Object peer = max.isEmpty() ? null : peers.remove(connection);
        if (peer != null) {
            decrement(peer);
        }
    }

    private void decrement(Object peer) {
        open.computeIfPresent(peer, (any, count) -> count == 1 ? null : count - 1);
    }

    /** {@return the key under which connections from an address are counted} */
    public static Object peerOf(SocketAddress address) {
        InetAddress host = address instanceof InetSocketAddress inet ? inet.getAddress() : null;
        if (host == null) {
            return address;
        }
        return host instanceof Inet6Address ? networkOf(host) : host;
    }

    private static String networkOf(InetAddress host) {
        return Arrays.toString(Arrays.copyOf(host.getAddress(), NETWORK_BYTES));
    }

    /** {@return the number of peers with an open connection} */
    int size() {
        return open.size();
    }
}
