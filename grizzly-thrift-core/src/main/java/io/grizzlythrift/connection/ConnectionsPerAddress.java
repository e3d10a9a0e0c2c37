package io.grizzlythrift.connection;

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
 * Counts the open connections of each peer, and takes no more of one peer than {@code maxConnectionsPerAddress}. A peer
 * is an IPv4 address, or the first 64 bits of an IPv6 address: a single host may have any address of such a network
 * (RFC 4291, RFC 6177). Any thread. Without a limit nothing is counted.
 */
public final class ConnectionsPerAddress {
    private static final int NETWORK_BYTES = 8;

    private final OptionalInt max;

    /** The peers of the connections that are counted, so that each is given back once. */
    private final Map<Connection<?>, Object> peers = new ConcurrentHashMap<>();

    /** How many connections each has; never 0. */
    private final Map<Object, Integer> open = new ConcurrentHashMap<>();

    public ConnectionsPerAddress(OptionalInt max) {
        this.max = max;
    }

    /** Counts a connection, unless its peer has as many as it may. */
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
            if (!known) { // no memory: nobody would give the place back
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

    /** Gives the place of a connection back, if it has one. */
    public void release(Connection<?> connection) {
        Object peer = max.isEmpty() ? null : peers.remove(connection);
        if (peer != null) {
            decrement(peer);
        }
    }

    private void decrement(Object peer) {
        open.computeIfPresent(peer, (any, count) -> count == 1 ? null : count - 1);
    }

    /** What is counted together, with an equality of its own. */
    static Object peerOf(SocketAddress address) {
        InetAddress host = address instanceof InetSocketAddress inet ? inet.getAddress() : null;
        if (host == null) {
            return address;
        }
        return host instanceof Inet6Address ? networkOf(host) : host;
    }

    private static String networkOf(InetAddress host) {
        return Arrays.toString(Arrays.copyOf(host.getAddress(), NETWORK_BYTES));
    }

    /** How many peers have a connection. */
    int size() {
        return open.size();
    }
}
