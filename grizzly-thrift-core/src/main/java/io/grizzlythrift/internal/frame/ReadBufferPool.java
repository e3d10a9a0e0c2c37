package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.util.LongLivedThreads;
import io.grizzlythrift.internal.util.ObjectPool;
import org.glassfish.grizzly.memory.HeapBuffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;

/**
 * A Grizzly memory manager that allocates an array for each buffer but reuses the arrays of reads. Set it on a
 * transport whose chain has a {@link FrameFilter} directly above the TransportFilter: that filter disposes of a
 * buffer when its frames are {@linkplain FrameBatch#release released}. An array that is never recycled is
 * garbage-collected like any other.
 *
 * <p>Reuse avoids zeroing a new array for each read and touching uncached memory: about 7 % of the processor time of a
 * server that replies to a hundred small calls per read (profile of the bench, same-thread, JDK 17).
 *
 * <p>Arrays for small reads, of up to {@value #SMALL_BYTES} bytes, and larger ones are pooled apart, so that a slice of a read,
 * which keeps the whole array in memory, does not keep one far larger than the read. Pools at most {@value #MAX_POOLED} of
 * each. Safe for any number of threads: an {@link ObjectPool} hands an array to one thread at a time, and orders the last use by
 * its old owner before the first use by its new one.
 */
public final class ReadBufferPool extends HeapMemoryManager {
    /** The size in bytes below which arrays are not pooled: allocating a smaller one costs less than a search. */
    static final int MIN_BYTES = 4 * 1024;

    /** The size in bytes of the largest small read. */
    static final int SMALL_BYTES = 16 * 1024;

    static final int MAX_POOLED = 16;

    private final ObjectPool<byte[]> small = new ObjectPool<>(MAX_POOLED);
    private final ObjectPool<byte[]> large = new ObjectPool<>(MAX_POOLED);

    /** Creates an empty pool. */
    public ReadBufferPool() {
        // arrays are added as they are recycled
    }

    /**
     * {@inheritDoc} The content is not zeroed. On other threads than Grizzly's, no buffer comes from Grizzly's cache of the
     * thread: the cache would stay with the thread, and keep the class loader of an application in memory.
     */
    @Override
    public HeapBuffer allocate(int size) {
        if (size >= MIN_BYTES) {
            return new PooledReadBuffer(this, take(size), size);
        }
        byte[] array = new byte[size];
        // facts.md#grizzly-leaves-thread-locals-behind
        return LongLivedThreads.isCurrent() ? wrap(array) : new PooledReadBuffer(this, array, size);
    }

    /** {@return the number of arrays in the pool, at most twice {@value #MAX_POOLED}} */
    public int pooledArrays() {
        return small.size() + large.size();
    }

    private ObjectPool<byte[]> pool(int size) {
        return size <= SMALL_BYTES ? small : large;
    }

    /**
     * Takes a pooled array or allocates one. Drops pooled arrays that are too small, so that larger ones replace them.
     */
    private byte[] take(int size) {
        ObjectPool<byte[]> pool = pool(size);
        byte[] array = pool.take();
        while (array != null && array.length < size) {
            array = pool.take();
        }
        return array != null ? array : new byte[size];
    }

    /** Adds an array to the pool, or drops it if it is small or the pool is full. */
    void recycle(byte[] array) {
        if (array.length < MIN_BYTES) {
            return;
        }
        pool(array.length).offer(array);
    }
}
