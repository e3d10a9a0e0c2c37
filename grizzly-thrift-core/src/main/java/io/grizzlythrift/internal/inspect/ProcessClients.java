package io.grizzlythrift.internal.inspect;

import io.grizzlythrift.inspect.ClientSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The open clients that use this copy of the library. Thread-safe. A client that nobody closes stays here, as its threads stay,
 * too.
 */
public final class ProcessClients {
    private static final Set<Supplier<ClientSnapshot>> OPEN = ConcurrentHashMap.newKeySet();

    private ProcessClients() {}

    /**
     * Adds a client.
     *
     * @param client takes a snapshot of it; called by any thread
     * @return removes it
     */
    public static Runnable add(Supplier<ClientSnapshot> client) {
        OPEN.add(client);
        return () -> OPEN.remove(client);
    }

    /** {@return snapshots of clients, in the order of their names} */
    public static List<ClientSnapshot> snapshots(int max) {
        return OPEN.stream()
                .limit(max)
                .map(Supplier::get)
                .sorted(Comparator.comparing(ClientSnapshot::name))
                .toList();
    }
}
