package io.grizzlythrift.internal.reply;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CompletionHandler;

/**
 * Releases the memory of one write when Grizzly completes, cancels or fails it. The memory is released exactly once:
 * the first of these notifications wins a compare-and-set. Throws nothing.
 */
final class UnsentBytesRelease<T> implements CompletionHandler<T> {
    /**
     * What a write takes on the heap besides its bytes: this object, Grizzly's record and buffer, their position in the queue
     * and the header of an array. Without it, a peer that does not read small replies would take thirty times what is
     * counted.
     */
    static final int WRITE_BYTES = 256;

    private final AtomicBoolean released = new AtomicBoolean();
    private final MemoryAccount memory;
    private final long bytes;

    /** @param bytes the number of bytes that were charged as unsent */
    UnsentBytesRelease(MemoryAccount memory, long bytes) {
        this.memory = memory;
        this.bytes = bytes;
    }

    private void release() {
        // facts.md#a-throwing-completion-handler-stalls-its-connection
        if (released.compareAndSet(false, true)) {
            memory.release(MemoryPart.UNSENT_REPLIES, bytes);
        }
    }

    @Override
    public void completed(T result) {
        release();
    }

    @Override
    public void updated(T result) {
        // Only a part is written; the whole buffer stays in memory.
    }

    @Override
    public void cancelled() {
        release();
    }

    @Override
    public void failed(Throwable cause) {
        release();
    }
}
