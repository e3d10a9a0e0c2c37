package io.grizzlythrift.client.internal.io;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order in which the addresses of a host are tried. Each attempt starts at the next address, so connections are spread.
 * Addresses that failed the last time they were tried, to connect or in the TLS handshake, come last.
 *
 * <p>Thread-safe: the state of a host is guarded by its own lock.
 */
final class HostAddresses {
    /** The maximum number of addresses that one attempt tries: {@value}. */
    static final int MAX_TRIED = 8;

    private static final class Host {
        private final Set<InetAddress> failed = new HashSet<>();
        private int next;
    }

    private final Map<String, Host> hosts = new ConcurrentHashMap<>();

    /**
     * Returns the addresses for one attempt, in order: at least one, at most {@link #MAX_TRIED}.
     *
     * @param found all addresses of the name
     */
    List<InetAddress> toTry(String name, InetAddress... found) {
        if (found.length == 1) {
            hosts.remove(name);
            return List.of(found);
        }
        List<InetAddress> resolved = Arrays.asList(found);
        Host host = hosts.computeIfAbsent(name, any -> new Host());
        synchronized (host) {
            host.failed.retainAll(resolved);
            List<InetAddress> good = new ArrayList<>(resolved);
            good.removeAll(host.failed);
            // Without a good one, the first one changes too: a TLS handshake that fails ends the attempt.
            List<InetAddress> rotated = good.isEmpty() ? resolved : good;
            int first = Math.floorMod(host.next++, rotated.size());
            Set<InetAddress> ordered = new LinkedHashSet<>(rotated.subList(first, rotated.size()));
            ordered.addAll(rotated.subList(0, first));
            ordered.addAll(resolved); // those that failed
            return List.copyOf(ordered).subList(0, Math.min(MAX_TRIED, ordered.size()));
        }
    }

    /** Records whether a connection to an address was opened, including its TLS handshake. */
    void tried(String name, InetAddress address, boolean connected) {
        Host host = hosts.get(name);
        if (host == null) {
            return; // it has one address
        }
        synchronized (host) {
            if (connected) {
                host.failed.remove(address);
            } else {
                host.failed.add(address);
            }
        }
    }
}
