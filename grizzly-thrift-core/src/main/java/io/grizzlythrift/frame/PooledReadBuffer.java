package io.grizzlythrift.frame;

import org.glassfish.grizzly.memory.HeapBuffer;

/** A buffer that gives its array back when it is disposed of, unless somebody got a part of it to share. */
final class PooledReadBuffer extends HeapBuffer {
    private final ReadBufferPool memory;
    private boolean shared;

    PooledReadBuffer(ReadBufferPool memory, byte[] array, int size) {
        super(array, 0, size);
        this.memory = memory;
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
            memory.recycle(array);
        }
    }
}
