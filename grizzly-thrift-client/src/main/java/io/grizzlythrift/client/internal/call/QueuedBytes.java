package io.grizzlythrift.client.internal.call;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the bytes of a client's encoded calls, from their encoding until they are copied for a write or have ended,
 * and the copies that are kept for further attempts until their calls have ended. Limits both together. Copies are kept
 * only while less than half of the limit is used, so they leave room for calls.
 *
 * <p>A codec reserves bytes for many small calls at once, and a writer returns those of all calls of one write
 * together, so a call costs one subtraction. All reservations together are at most a sixteenth of the limit.
 *
 * <p>Thread-safe: a {@link ByteLimit} is never exceeded. A reservation belongs to one thread at a time; others read its
 * field only for an estimate.
 */
public final class QueuedBytes {
    private static final int MAX_RESERVATION_BYTES = 16 * 1024;
    private static final int SHARE = 16;

    private final long maxBytes;
    private final int reservationBytes;
    private final ByteLimit taken;
    private final Set<Reservation> reservations = ConcurrentHashMap.newKeySet();
    private final LongAdder rejections = new LongAdder();
    private final LongAdder notKept = new LongAdder();

    /** The bytes of copies that no reservation counts. */
    private final AtomicLong keptElsewhere = new AtomicLong();

    /** @param idleCodecs the number of idle codecs that can hold a reservation at the same time */
    public QueuedBytes(long maxBytes, int idleCodecs) {
        this.maxBytes = maxBytes;
        taken = new ByteLimit(maxBytes);
        reservationBytes = (int) Math.min(MAX_RESERVATION_BYTES, maxBytes / ((long) SHARE * idleCodecs));
    }

    /** {@return the limit} */
    long maxBytes() {
        return maxBytes;
    }

    /** {@return the bytes of encoded calls; exact while none is being encoded} */
    public long bytes() {
        long bytes = taken.bytes() - kept();
        for (Reservation reservation : reservations) {
            bytes -= reservation.left;
        }
        return Math.max(0, bytes);
    }

    /** {@return the bytes of copies that are kept for further attempts; exact while no call begins or ends} */
    public long keptBytes() {
        return Math.max(0, kept());
    }

    private long kept() {
        long kept = keptElsewhere.get();
        for (Reservation reservation : reservations) {
            kept += reservation.kept;
        }
        return kept;
    }

    /** {@return the number of calls of which no copy was kept, because there was no room for it} */
    public long notKept() {
        return notKept.sum();
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

    /** Returns the bytes of a copy. */
    public void giveBackKept(long bytes) {
        keptElsewhere.addAndGet(-bytes);
        giveBack(bytes);
    }

    /** {@return why there is no room for a call} */
    public String fullReason(String size) {
        long kept = keptBytes();
        String copies = kept == 0 ? "" : " and copies for further attempts " + kept;
        return "unsent calls take " + bytes() + " bytes" + copies + ", maxQueuedBytes is " + maxBytes + size;
    }

    public void countRejection() {
        rejections.increment();
    }

    /** Bytes reserved by one codec. Used by one thread at a time. */
    final class Reservation {
        private int left;

        /** The bytes of copies, less those that were returned here; negative if they were taken elsewhere. */
        private long kept;

        Reservation() {
            reservations.add(this);
        }

        /** Takes the bytes of one call. Returns false, and takes nothing, if there is no room for them. */
        boolean take(int bytes) {
            return take(bytes, maxBytes);
        }

        private boolean take(int bytes, long most) {
            if (left >= bytes) {
                left -= bytes;
                return true;
            }
            if (bytes < reservationBytes && taken.take(reservationBytes, most)) {
                left += reservationBytes - bytes;
                return true;
            }
            return taken.take(bytes, most);
        }

        /** Takes the bytes of a copy. Returns false, and takes nothing, if too many bytes are used. */
        boolean keep(int bytes) {
            long most = maxBytes / 2;
            if ((left < bytes || taken.bytes() <= most) && take(bytes, most)) {
                kept += bytes;
                return true;
            }
            notKept.increment();
            return false;
        }

        /** Returns the bytes of a copy: a few for the next calls of the codec, the others once there are many. */
        void giveBackKept(int bytes) {
            kept -= bytes;
            long free = (long) left + bytes;
            if (free <= reservationBytes) {
                left = (int) free;
            } else {
                left = reservationBytes / 2;
                giveBack(free - left);
            }
        }

        /** Returns the bytes that no call has taken. */
        void close() {
            keptElsewhere.addAndGet(kept);
            reservations.remove(this);
            kept = 0;
            giveBack(left);
            left = 0;
        }
    }
}
