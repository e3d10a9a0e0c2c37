package io.grizzlythrift.bench.compare;

import io.grizzlythrift.bench.load.LoadResult;
import java.util.List;

/**
 * One run of a comparison, as its file holds it.
 *
 * @param round which round, from 1
 * @param server options of the server
 * @param serverFlags flags of the server's JVM
 * @param load what the client measured
 */
public record ComparedRun(int round, String server, List<String> serverFlags, LoadResult load) {
    /** Copies the flags. */
    public ComparedRun {
        serverFlags = List.copyOf(serverFlags);
    }
}
