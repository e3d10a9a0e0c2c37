package io.grizzlythrift.bench.ycsb;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.samples.mapkeeper.YcsbJob;

/**
 * What YCSB shall do to a server, whichever it is.
 *
 * @param client what it calls through
 * @param store what is behind the service
 * @param letter the workload
 * @param threads YCSB's threads, each with one call at a time
 * @param records records that the load phase inserts
 * @param operations operations of the run phase
 */
public record YcsbPlan(
        YcsbClient client, YcsbStore store, YcsbLetter letter, int threads, int records, int operations) {
    private static final int MAX_THREADS = 256;
    private static final int MAX_RECORDS = 1_000_000;
    private static final int MAX_OPERATIONS = 10_000_000;

    /** Checks the bounds. */
    public YcsbPlan {
        requireNonNull(client, "client");
        requireNonNull(store, "store");
        requireNonNull(letter, "letter");
        requireBetween("records", records, MAX_RECORDS);
        requireBetween("operations", operations, MAX_OPERATIONS);
        requireBetween("threads", threads, MAX_THREADS);
        if (threads > Math.min(records, operations)) {
            throw new IllegalArgumentException("threads must be at most 1 per record and operation, "
                    + Math.min(records, operations) + ", but is " + threads);
        }
    }

    /**
     * Checks that a server can serve so many threads.
     *
     * @param server its name
     * @throws IllegalArgumentException if it cannot
     */
    public void checkFor(String server) {
        if (server.equals("simple") && threads > 1) {
            throw new IllegalArgumentException(
                    "threads must be 1 for the server simple, which serves one connection at a time, but is "
                            + threads);
        }
    }

    /** The same for YCSB's own client. */
    YcsbJob job(int port) {
        return new YcsbJob(
                client.binding(), letter.workload().with(store.properties()), records, operations, threads, port);
    }

    private static void requireBetween(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(name + " must be 1 to " + max + ", but is " + value);
        }
    }
}
