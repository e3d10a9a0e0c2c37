package io.grizzlythrift.fuzz;

/**
 * The most that a message may have allocated: so many times its length, and a fixed part for what each call costs,
 * an exception with its stack and the reply that tells of it among it.
 */
record AllocationBound(int times, int fixedBytes) {
    boolean holds(int messageBytes, long allocatedBytes) {
        return allocatedBytes <= (long) times * messageBytes + fixedBytes;
    }
}
