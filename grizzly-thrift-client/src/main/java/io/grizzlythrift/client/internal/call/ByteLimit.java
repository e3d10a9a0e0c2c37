package io.grizzlythrift.client.internal.call;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts bytes that are taken and given back, and limits them.
 *
 * <p>Thread-safe: {@code taken} grows only by a compare-and-set within the limit, so the limit is never exceeded.
 */
public final class ByteLimit {
    private final long maxBytes;
    private final AtomicLong taken = new AtomicLong();

    public ByteLimit(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Takes bytes. Returns false, and takes nothing, if there is no room for them. */
    boolean take(long bytes) {
        return take(bytes, maxBytes);
    }

    /**
     * Takes bytes if not too many are taken then. Returns false otherwise, and takes nothing.
     *
     * @param most how many bytes may be taken then, at most the limit
     */
    boolean take(long bytes, long most) {
        long before;
        do {
            before = taken.get();
            if (bytes > most - before) {
                return false;
            }
        } while (!taken.compareAndSet(before, before + bytes));
        return true;
    }

    /**
     * Takes further bytes for a message that grows. If there is no room, gives back the bytes that were taken for it
     * before. If several messages do not fit together, only one at a time is refused, and the next one finds the room
     * that was given back. So they cannot make each other fail.
     *
     * @return whether the bytes were taken
     */
    synchronized boolean takeOrGiveBack(long bytes, long before) {
        if (take(bytes)) {
            return true;
        }
        giveBack(before);
        return false;
    }

    /** Gives back bytes that were taken. */
    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    /** {@return the bytes that are taken} */
    public long bytes() {
        return taken.get();
    }
}
