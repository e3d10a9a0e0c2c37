package io.grizzlythrift.frame;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.glassfish.grizzly.memory.HeapBuffer;
import org.glassfish.grizzly.memory.HeapMemoryManager;

/**
 * Allocates as {@link HeapMemoryManager} does, but uses the array of a read again once the buffer is disposed of. For
 * the transport below a {@link ThriftFrameFilter} that stands directly above the TransportFilter, which disposes of
 * buffers when their frames are {@linkplain FrameBatch#release released}. An array that is never given back is garbage
 * as any other.
 *
 * <p>What it saves is the clearing of a new array for each read, and memory that no cache holds: of a server that
 * answers a hundred small calls a read, some 7 % of its processor time (profile of the bench, same-thread, JDK 17).
 *
 * <p>Keeps {@value #MAX_SPARES} arrays at most, each as large as some read was. May be used by any number of threads.
 */
public final class ReadBufferPool extends HeapMemoryManager {
    /** The least that is worth being used again, in bytes: smaller arrays cost less than to find one. */
    static final int MIN_BYTES = 4 * 1024;

    static final int MAX_SPARES = 16;

    private final AtomicReferenceArray<byte[]> spares = new AtomicReferenceArray<>(MAX_SPARES);

    /** Has no arrays to begin with. */
    public ReadBufferPool() {
        // nothing is allocated ahead
    }

    /** {@inheritDoc} The content is not cleared. */
    @Override
    public HeapBuffer allocate(int size) {
        return size < MIN_BYTES ? super.allocate(size) : new PooledReadBuffer(this, take(size), size);
    }

    /**
     * How many arrays wait to be used again.
     *
     * @return at most {@value #MAX_SPARES}
     */
    public int pooledArrays() {
        int found = 0;
        for (int slot = 0; slot < MAX_SPARES; slot++) {
            if (spares.get(slot) != null) {
                found++;
            }
        }
        return found;
    }

    /** Prefers the array that was given back last. One that is too small makes way for the new one. */
    private byte[] take(int size) {
        for (int slot = 0; slot < MAX_SPARES; slot++) {
            if (spares.getPlain(slot) != null) {
                byte[] spare = spares.getAndSet(slot, null);
                if (spare != null && spare.length >= size) {
                    return spare;
                }
            }
        }
        return new byte[size];
    }

    /** Forgets the array if there are enough. */
    void recycle(byte[] array) {
        for (int slot = 0; slot < MAX_SPARES; slot++) {
            if (spares.getPlain(slot) == null && spares.compareAndSet(slot, null, array)) {
                return;
            }
        }
    }
}
