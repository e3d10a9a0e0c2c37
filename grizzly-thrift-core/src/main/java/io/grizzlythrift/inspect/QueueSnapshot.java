package io.grizzlythrift.inspect;

/**
 * The queue of a strategy. {@link ConnectionSnapshot#waitingReads()} and {@link ConnectionSnapshot#threads()} say whom it serves.
 * Immutable.
 *
 * @param method the method that has these threads for itself, and the others with the same options; empty for those of the server
 * @param waitingReads reads that wait for a thread
 * @param capacity how many may wait
 * @param runningThreads threads that run calls
 * @param maxThreads how many may run calls at a time, without the spare threads for connections that come while others have all
 * @param readyConnections connections whose calls the next free thread may take
 * @param overloaded whether work has waited for {@code queueInterval} without a pause; false without {@code queueTarget}
 */
public record QueueSnapshot(
        String method,
        int waitingReads,
        int capacity,
        int runningThreads,
        int maxThreads,
        int readyConnections,
        boolean overloaded) {}
