package io.grizzlythrift.client.discovery;

import io.grizzlythrift.discovery.EndpointAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A list of servers that does not change. Immutable. Host names are looked up at each connection attempt, so a server
 * may change its address.
 */
public final class FixedResolver implements Resolver {
    private static final Resolution NOTHING_TO_DO = new Resolution() {
        @Override
        public void refresh() {
            // The answer is always the same.
        }

        @Override
        public void close() {
            // Nothing runs.
        }
    };

    private final List<EndpointAddress> servers;

    private FixedResolver(List<EndpointAddress> servers) {
        this.servers = servers;
    }

    /**
     * Creates a resolver of these servers.
     *
     * @param servers at least one; no host and port twice
     * @return a resolver
     * @throws IllegalArgumentException if the list is empty, or contains a host and port twice
     */
    public static FixedResolver of(List<EndpointAddress> servers) {
        if (servers.isEmpty()) {
            throw new IllegalArgumentException("no server: at least one is needed");
        }
        Set<String> names = new HashSet<>();
        for (EndpointAddress server : servers) {
            if (!names.add(server.name())) {
                throw new IllegalArgumentException("endpoint " + server.name() + " was already added");
            }
        }
        return new FixedResolver(List.copyOf(servers));
    }

    /**
     * Returns a resolver of these servers and one more.
     *
     * @param server the server to append
     * @return a new resolver
     * @throws IllegalArgumentException if the list already contains its host and port
     */
    public FixedResolver with(EndpointAddress server) {
        List<EndpointAddress> more = new ArrayList<>(servers);
        more.add(server);
        return of(more);
    }

    /** {@return the servers in the order in which they were given; unmodifiable} */
    public List<EndpointAddress> servers() {
        return servers;
    }

    @Override
    public Resolution start(Listener listener) {
        listener.resolved(servers);
        return NOTHING_TO_DO;
    }

    /** {@return host and port of each server} */
    @Override
    public String toString() {
        return servers.stream().map(EndpointAddress::name).collect(Collectors.joining(", "));
    }
}
