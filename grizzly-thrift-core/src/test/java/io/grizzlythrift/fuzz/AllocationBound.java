package io.grizzlythrift.fuzz;

/**
 * The maximum allocation of a message: a multiple of its length, and a fixed part for each call, which includes an
 * exception with its stack trace and the error reply.
 */
record AllocationBound(int times, int fixedBytes) {
    boolean holds(int messageBytes, long allocatedBytes) {
        return allocatedBytes <= (long) times * messageBytes + fixedBytes;
    }
}
