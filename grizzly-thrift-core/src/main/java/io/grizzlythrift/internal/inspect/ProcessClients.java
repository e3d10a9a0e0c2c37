package io.grizzlythrift.internal.inspect;

import io.grizzlythrift.inspect.ClientSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/**
 * The open clients that use this copy of the library. Thread-safe. A client that nobody closes stays here, as its threads stay,
 * too.
 */
public final class ProcessClients {
    private static final Set<IntFunction<ClientSnapshot>> OPEN = ConcurrentHashMap.newKeySet();

    private ProcessClients() {}

    /**
     * Adds a client.
     *
     * @param client takes a snapshot of it with at most this many servers; called by any thread
     * @return removes it
     */
    public static Runnable add(IntFunction<ClientSnapshot> client) {
        OPEN.add(client);
        return () -> OPEN.remove(client);
    }

    /**
     * Takes snapshots of clients.
     *
     * @param maxClients the maximum number of clients
     * @param maxServers the maximum number of servers of all clients together, each of which gets an equal share, at least 1
     * @return snapshots in the order of the names of the clients
     */
    public static List<ClientSnapshot> snapshots(int maxClients, int maxServers) {
        List<IntFunction<ClientSnapshot>> open = List.copyOf(OPEN);
        int share = Math.max(1, maxServers / Math.max(1, Math.min(maxClients, open.size())));
        return open.stream()
                .limit(maxClients)
                .map(client -> client.apply(share))
                .sorted(Comparator.comparing(ClientSnapshot::name))
                .toList();
    }
}
