package io.grizzlythrift.bench.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What is left of this process's heap after a collection. */
public final class LiveHeap {
    private static final int MOST_COLLECTIONS = 10;
    /** As much as a collector may round up or down. */
    private static final long SETTLED_BYTES = 4096;
    /** For the threads that let go of what a collection found to be unused. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private LiveHeap() {}

    /**
     * Collects until two collections in a row leave the same, or ten times.
     *
     * @return bytes; at once after a collection, so without what any thread has allocated since
     */
    public static long settledBytes() {
        long bytes = collectedBytes();
        for (int i = 1; i < MOST_COLLECTIONS; i++) {
            long before = bytes;
            LockSupport.parkNanos(PAUSE_NANOS);
            bytes = collectedBytes();
            if (Math.abs(bytes - before) <= SETTLED_BYTES) {
                break;
            }
        }
        return bytes;
    }

    private static long collectedBytes() {
        System.gc();
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(LiveHeap::collectedBytes)
                .sum();
    }

    private static long collectedBytes(MemoryPoolMXBean pool) {
        MemoryUsage afterCollection = pool.getCollectionUsage();
        // Null for a pool that its collector does not report on.
        return (afterCollection == null ? pool.getUsage() : afterCollection).getUsed();
    }
}
