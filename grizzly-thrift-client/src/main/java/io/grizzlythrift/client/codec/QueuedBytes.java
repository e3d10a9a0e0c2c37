package io.grizzlythrift.client.codec;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the bytes of a client's encoded calls, from their encoding until they are handed to the socket or have ended,
 * and limits them.
 *
 * <p>A codec reserves bytes for many small calls at once, and a writer returns those of all calls of one write
 * together, so a call costs one subtraction. All reservations together are at most a sixteenth of the limit.
 *
 * <p>Thread-safe: a {@link ByteLimit} is never exceeded. A reservation belongs to one thread at a time; others read its
 * field only for an estimate.
 */
public final class QueuedBytes {
    /** The number of idle codecs that can hold a reservation at the same time. */
    private static final int RESERVATIONS = 64;

    private static final int MAX_RESERVATION_BYTES = 16 * 1024;
    private static final int SHARE = 16;

    private final long maxBytes;
    private final int reservationBytes;
    private final ByteLimit taken;
    private final Set<Reservation> reservations = ConcurrentHashMap.newKeySet();
    private final LongAdder rejections = new LongAdder();

    public QueuedBytes(long maxBytes) {
        this.maxBytes = maxBytes;
        taken = new ByteLimit(maxBytes);
        reservationBytes = (int) Math.min(MAX_RESERVATION_BYTES, maxBytes / (SHARE * RESERVATIONS));
    }

    /** {@return the limit} */
    long maxBytes() {
        return maxBytes;
    }

    /** {@return the bytes of encoded calls; exact while none is being encoded} */
    public long bytes() {
        long bytes = taken.bytes();
        for (Reservation reservation : reservations) {
            bytes -= reservation.left;
        }
        return Math.max(0, bytes);
    }

    /** {@return the number of calls for which there was no room} */
    public long rejections() {
        return rejections.sum();
    }

    /** {@return whether there is no room for any call, however small} */
    public boolean isFull() {
        return taken.bytes() >= maxBytes;
    }

    /** Returns the bytes that calls took. */
    public void giveBack(long bytes) {
        taken.giveBack(bytes);
    }

    public void countRejection() {
        rejections.increment();
    }

    /** Bytes reserved by one codec. Used by one thread at a time. */
    final class Reservation {
        private int left;

        Reservation() {
            reservations.add(this);
        }

        /** Takes the bytes of one call. Returns false, and takes nothing, if there is no room for them. */
        boolean take(int bytes) {
            if (left >= bytes) {
                left -= bytes;
                return true;
            }
            if (bytes < reservationBytes && taken.take(reservationBytes)) {
                left += reservationBytes - bytes;
                return true;
            }
            return taken.take(bytes);
        }

        /** Returns the bytes that no call has taken. */
        void close() {
            reservations.remove(this);
            giveBack(left);
            left = 0;
        }
    }
}
