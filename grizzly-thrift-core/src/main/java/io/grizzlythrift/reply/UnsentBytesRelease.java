package io.grizzlythrift.reply;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CompletionHandler;

/** Gives the memory of one write back when Grizzly has done with it, in whichever way. Throws nothing. */
final class UnsentBytesRelease<T> implements CompletionHandler<T> {
    private final AtomicBoolean released = new AtomicBoolean();
    private final MemoryAccount memory;
    private final long bytes;

    /** @param bytes were charged as unsent */
    UnsentBytesRelease(MemoryAccount memory, long bytes) {
        this.memory = memory;
        this.bytes = bytes;
    }

    private void release() {
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
        // a part of it is written; all of it is held
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
