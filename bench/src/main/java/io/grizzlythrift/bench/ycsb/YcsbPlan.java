package io.grizzlythrift.bench.ycsb;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbTarget;

/**
 * The plan of a YCSB run, for any server.
 *
 * @param client the client that YCSB uses
 * @param store the store behind the service
 * @param job the records and operations
 */
public record YcsbPlan(YcsbClient client, YcsbStore store, YcsbJob job) {
    /** Rejects missing parts. */
    public YcsbPlan {
        requireNonNull(client, "client");
        requireNonNull(store, "store");
        requireNonNull(job, "job");
    }

    /**
     * Checks that a server can serve all threads of the job.
     *
     * @param server its name
     * @throws IllegalArgumentException if it cannot
     */
    public void checkFor(String server) {
        if (server.equals("simple") && job.threads() > 1) {
            throw new IllegalArgumentException("threads is " + job.threads()
                    + ", must be 1 with the server simple, which serves one connection at a time");
        }
    }

    /** {@return the server at a port as a target for YCSB} */
    YcsbTarget target(int port) {
        return new YcsbTarget(client.binding(), port, store.keepsRecords());
    }
}
