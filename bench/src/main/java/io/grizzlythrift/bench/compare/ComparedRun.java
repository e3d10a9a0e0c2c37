package io.grizzlythrift.bench.compare;

import io.grizzlythrift.bench.load.LoadResult;
import java.util.List;

/**
 * One run of a comparison, as its file holds it.
 *
 * @param round which round, from 1
 * @param server options of the server
 * @param serverFlags flags of the server's JVM
 * @param clientFlags flags of the client's JVM
 * @param load what the client measured, and how
 */
public record ComparedRun(
        int round, List<String> server, List<String> serverFlags, List<String> clientFlags, LoadResult load) {
    /** Copies the lists. */
    public ComparedRun {
        server = List.copyOf(server);
        serverFlags = List.copyOf(serverFlags);
        clientFlags = List.copyOf(clientFlags);
    }
}
