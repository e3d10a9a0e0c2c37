package io.grizzlythrift.strategy.internal.queue;

/**
 * What a {@link FairQueue} holds at a moment.
 *
 * @param waitingReads reads that wait for a thread
 * @param capacity how many may wait
 * @param runningThreads threads that run calls
 * @param maxThreads how many may run calls at a time, without spare threads
 * @param readyFlows connections whose work the next free thread may take
 * @param isOverloaded whether work has waited for the overload interval without a pause
 */
public record QueueState(
        int waitingReads, int capacity, int runningThreads, int maxThreads, int readyFlows, boolean isOverloaded) {}
