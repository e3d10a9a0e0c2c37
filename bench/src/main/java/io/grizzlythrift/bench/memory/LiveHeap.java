package io.grizzlythrift.bench.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Measures the heap of this process that is in use after a collection. */
public final class LiveHeap {
    private static final int MOST_COLLECTIONS = 10;
    /** A difference that collectors may cause by rounding. */
    private static final long SETTLED_BYTES = 4096;
    /** Gives threads time to release objects that a collection found to be unreachable. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private LiveHeap() {}

    /**
     * Collects garbage until two successive collections leave the same size, but at most ten times.
     *
     * @return bytes in use right after the last collection, without later allocations
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
        // Null for a pool whose usage after a collection is not reported.
        return (afterCollection == null ? pool.getUsage() : afterCollection).getUsed();
    }
}
