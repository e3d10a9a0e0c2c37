package io.grizzlythrift.bench.matrix;

import io.grizzlythrift.bench.service.WireProtocol;
import java.util.Set;

/**
 * The part of a preset that a user wants. An empty set cuts nothing.
 *
 * @param servers names of servers, of strategies, or labels of both
 * @param clients names of clients
 * @param protocols encodings
 * @param sizes bytes of each call
 * @param connections numbers of connections
 */
public record Cut(
        Set<String> servers,
        Set<String> clients,
        Set<WireProtocol> protocols,
        Set<Integer> sizes,
        Set<Integer> connections) {
    /** All of a preset. */
    public static final Cut NOTHING = new Cut(Set.of(), Set.of(), Set.of(), Set.of(), Set.of());

    /** Copies the sets. */
    public Cut {
        servers = Set.copyOf(servers);
        clients = Set.copyOf(clients);
        protocols = Set.copyOf(protocols);
        sizes = Set.copyOf(sizes);
        connections = Set.copyOf(connections);
    }

    boolean leaves(ServerChoice server) {
        return servers.isEmpty() || server.isOneOf(servers);
    }

    boolean leavesConnections(int count) {
        return leaves(connections, count);
    }

    boolean leavesClient(String name) {
        return leaves(clients, name);
    }

    boolean leaves(Load load) {
        return leaves(clients, load.client())
                && leaves(protocols, load.protocol())
                && leaves(sizes, load.size())
                && leaves(connections, load.connections());
    }

    private static <T> boolean leaves(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
