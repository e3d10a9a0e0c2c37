package io.grizzlythrift.internal.frame;

import org.glassfish.grizzly.memory.HeapBuffer;

/**
 * A buffer that returns its array to a {@link ReadBufferPool} when it is disposed of, unless part of the array was
 * shared, or it is small.
 */
final class PooledReadBuffer extends HeapBuffer {
    private final ReadBufferPool pool;
    private boolean shared;

    PooledReadBuffer(ReadBufferPool pool, byte[] array, int size) {
        super(array, 0, size);
        this.pool = pool;
    }

    @Override
    protected void onShareHeap() {
        shared = true;
    }

    @Override
    public void dispose() {
        byte[] array = heap;
        super.dispose();
        if (!shared) {
            pool.recycle(array);
        }
    }
}
