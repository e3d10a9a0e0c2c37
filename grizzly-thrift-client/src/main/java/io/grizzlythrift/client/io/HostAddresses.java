package io.grizzlythrift.client.io;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The order in which the addresses of a host are tried. Each attempt starts at the next address, so connections are spread.
 * Addresses that failed the last time they were tried, to connect or in the TLS handshake, come last.
 *
 * <p>Thread-safe: the state of a host is guarded by its own lock, which is not held during a lookup.
 */
final class HostAddresses {
    /** The maximum number of addresses that one attempt tries: {@value}. */
    static final int MAX_TRIED = 8;

    /** Resolves a host name. May block. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    private static final class Host {
        private final Set<InetAddress> failed = new HashSet<>();
        private int next;
    }

    private final Resolver resolver;
    private final Map<String, Host> hosts = new ConcurrentHashMap<>();

    HostAddresses(Resolver resolver) {
        this.resolver = resolver;
    }

    /** Returns the addresses for one attempt, in order: at least one, at most {@link #MAX_TRIED}. May block. */
    List<InetAddress> toTry(String name) throws UnknownHostException {
        List<InetAddress> resolved = Arrays.asList(resolver.resolve(name));
        Host host = hosts.computeIfAbsent(name, any -> new Host());
        synchronized (host) {
            host.failed.retainAll(resolved);
            List<InetAddress> good = new ArrayList<>(resolved);
            good.removeAll(host.failed);
            int first = good.isEmpty() ? 0 : Math.floorMod(host.next++, good.size());
            List<InetAddress> ordered = new ArrayList<>(good.subList(first, good.size()));
            ordered.addAll(good.subList(0, first));
            resolved.stream().filter(host.failed::contains).forEach(ordered::add);
            return List.copyOf(ordered.subList(0, Math.min(MAX_TRIED, ordered.size())));
        }
    }

    /** Records whether an address connected, or that its TLS handshake failed. */
    void tried(String name, InetAddress address, boolean connected) {
        Host host = hosts.computeIfAbsent(name, any -> new Host());
        synchronized (host) {
            if (connected) {
                host.failed.remove(address);
            } else {
                host.failed.add(address);
            }
        }
    }
}
