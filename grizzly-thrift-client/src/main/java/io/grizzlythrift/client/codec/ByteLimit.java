package io.grizzlythrift.client.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts bytes that are taken and given back, and limits them.
 *
 * <p>Thread-safe: {@code taken} only grows by compare-and-set within the limit, so the limit is never exceeded.
 */
public final class ByteLimit {
    private final long maxBytes;
    private final AtomicLong taken = new AtomicLong();

    public ByteLimit(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Takes bytes. Returns false, and takes nothing, if there is no room for them. */
    boolean take(long bytes) {
        long before;
        do {
            before = taken.get();
            if (bytes > maxBytes - before) {
                return false;
            }
        } while (!taken.compareAndSet(before, before + bytes));
        return true;
    }

    /**
     * Takes bytes for something that grows; if there is no room for them, gives back what was taken for it before. Of
     * several that do not all fit, one at a time is refused, and the next finds the room that it has left: so they
     * cannot refuse each other.
     */
    synchronized boolean takeOrGiveBack(long bytes, long before) {
        if (take(bytes)) {
            return true;
        }
        giveBack(before);
        return false;
    }

    /** Gives back what was taken. */
    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** {@return the bytes that are taken} */
    public long bytes() {
        return taken.get();
    }
}
