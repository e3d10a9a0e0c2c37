package io.grizzlythrift.client.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many bytes the encoded calls of a client take, from being encoded until they are handed to the socket or have
 * ended, and how many they may. Safe for any number of threads.
 *
 * <p>A codec takes bytes in advance, for many small calls at once, and a writer gives back those of all calls of one
 * write together: a call costs a subtraction. What codecs have in advance is at most a sixteenth of the bound.
 */
public final class QueuedBytes {
    /** As many codecs can have an advance at the same time, and not be lent to a thread. */
    private static final int ADVANCES = 64;

    private static final int MAX_ADVANCE_BYTES = 16 * 1024;
    private static final int SHARE = 16;

    private final long maxBytes;
    private final int advanceBytes;
    private final AtomicLong taken = new AtomicLong();
    private final Set<Advance> advances = ConcurrentHashMap.newKeySet();
    private final LongAdder rejections = new LongAdder();

    public QueuedBytes(long maxBytes) {
        this.maxBytes = maxBytes;
        advanceBytes = (int) Math.min(MAX_ADVANCE_BYTES, maxBytes / (SHARE * ADVANCES));
    }

    /** The bound. */
    long maxBytes() {
        return maxBytes;
    }

    /** What encoded calls take. Exact while none is being encoded. */
    public long bytes() {
        long bytes = taken.get();
        for (Advance advance : advances) {
            bytes -= advance.left;
        }
        return Math.max(0, bytes);
    }

    /** How many calls there was no room for. */
    public long rejections() {
        return rejections.sum();
    }

    /** Whether there is no room for another call, however small. */
    public boolean isFull() {
        return taken.get() >= maxBytes;
    }

    private boolean take(long bytes) {
        long before;
        do {
            before = taken.get();
            if (bytes > maxBytes - before) {
                return false;
            }
        } while (!taken.compareAndSet(before, before + bytes));
        return true;
    }

    /** Gives back what calls took. */
    public void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }

    public void countRejection() {
        rejections.increment();
    }

    /** What one codec has taken in advance. For one thread at a time. */
    final class Advance {
        private int left;

        Advance() {
            advances.add(this);
        }

        /** Takes the bytes of one call. Returns false if there is no room for them; nothing is taken then. */
        boolean take(int bytes) {
            if (left >= bytes) {
                left -= bytes;
                return true;
            }
            if (bytes < advanceBytes && QueuedBytes.this.take(advanceBytes)) {
                left += advanceBytes - bytes;
                return true;
            }
            return QueuedBytes.this.take(bytes);
        }

        /** Gives back what no call has taken. */
        void close() {
            advances.remove(this);
            giveBack(left);
            left = 0;
        }
    }
}
