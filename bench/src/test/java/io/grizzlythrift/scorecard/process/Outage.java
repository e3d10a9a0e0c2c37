package io.grizzlythrift.scorecard.process;

import java.nio.ByteBuffer;
import java.time.Duration;

/** Uses up the memory of this process for a while: each bit that others give back is taken again at once. */
public final class Outage {
    private static final int FIRST_PIECE = 1 << 20;

    /** How much smaller the next piece is when there was no room for one: to find that out costs a full collection. */
    private static final int STEP = 16;

    /** Smaller than any buffer of a connection: less than this is left when one cannot be had. */
    private static final int FIRST_BUFFER = 16 * 1024;

    private static final int MAX_BUFFERS = 1 << 20;

    /** The smallest piece that is tried for: what is left then is of no use to anybody. */
    private static final int LAST_PIECE = 4;

    private Outage() {}

    /** The time counts from when there is nothing left. Allocates nothing but what it holds. */
    public static void ofHeap(Duration time) {
        Object[] held = null;
        int size = FIRST_PIECE;
        long full = 0;
        while (full == 0 || System.nanoTime() - full < time.toNanos()) {
            try {
                Object[] piece = new Object[size];
                piece[0] = held;
                held = piece;
            } catch (OutOfMemoryError e) {
                full = full == 0 && size == LAST_PIECE ? System.nanoTime() : full;
                size = Math.max(LAST_PIECE, size / STEP);
            }
        }
    }

    /** The time counts from the first buffer that cannot be had. */
    public static void ofDirectMemory(Duration time) {
        ofDirectMemory(time, () -> {});
    }

    /**
     * Uses up the direct memory for a time.
     *
     * @param whenFull runs when there is no buffer to be had for the first time
     */
    public static void ofDirectMemory(Duration time, Runnable whenFull) {
        ByteBuffer[] held = new ByteBuffer[MAX_BUFFERS];
        int count = 0;
        int size = FIRST_BUFFER;
        long full = 0;
        while ((full == 0 || System.nanoTime() - full < time.toNanos()) && count < held.length) {
            try {
                held[count] = ByteBuffer.allocateDirect(size);
                count++;
            } catch (OutOfMemoryError e) {
                if (full == 0) {
                    full = System.nanoTime();
                    whenFull.run();
                }
                size = Math.max(LAST_PIECE, size / 2);
            }
        }
        held = null;
        System.gc(); // which frees them
    }
}
