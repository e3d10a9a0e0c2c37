package io.grizzlythrift.bench.results;

import java.util.List;

/**
 * The processes of a run.
 *
 * @param server options of its command
 * @param serverFlags flags of the server's JVM
 * @param clientFlags flags of the client's JVM
 */
public record Setup(List<String> server, List<String> serverFlags, List<String> clientFlags) {
    /** Copies the lists. */
    public Setup {
        server = List.copyOf(server);
        serverFlags = List.copyOf(serverFlags);
        clientFlags = List.copyOf(clientFlags);
    }
}
