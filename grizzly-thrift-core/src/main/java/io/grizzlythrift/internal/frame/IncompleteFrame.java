package io.grizzlythrift.internal.frame;

import java.util.function.LongSupplier;

/**
 * Tracks whether a connection has an incomplete frame or unframed message, and when it began. Modified by the thread
 * that reads the connection; may be queried by any thread.
 */
public final class IncompleteFrame {
    private final LongSupplier clock;

    /** The number of frames so far that were not completed by the read in which they began. */
    private long count;

    /** The value of {@link #count} while such a frame is incomplete, otherwise 0. */
    private volatile long number;

    /** When that frame began. Written before the volatile {@link #number}, and read after it. */
    private long startNanos;

    /** @param clock returns the time as {@link System#nanoTime()} does */
    public IncompleteFrame(LongSupplier clock) {
        this.clock = clock;
    }

    /** Records that a frame has begun, unless one is already incomplete. */
    public void begin() {
        if (number == 0) {
            startNanos = clock.getAsLong();
            number = ++count;
        }
    }

    /** Records that the frame is complete. */
    public void end() {
        if (number != 0) { // a volatile write costs more
            number = 0;
        }
    }

    /** {@return the number of the incomplete frame, or 0 if there is none} */
    public long number() {
        return number;
    }

    /** {@return when the incomplete frame began; call this after {@link #number()}} */
    public long startNanos() {
        return startNanos;
    }
}
