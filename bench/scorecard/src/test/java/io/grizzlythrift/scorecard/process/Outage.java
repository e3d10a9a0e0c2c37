package io.grizzlythrift.scorecard.process;

import java.nio.ByteBuffer;
import java.time.Duration;

/** Uses up the memory of this process for a while: all memory that others free is allocated again at once. */
public final class Outage {
    private static final int FIRST_PIECE = 1 << 20;

    /** Factor by which the next piece is smaller after a failed allocation, each of which costs a full collection. */
    private static final int STEP = 16;

    /** Smaller than any buffer of a connection: if this cannot be allocated, no connection gets a buffer. */
    private static final int FIRST_BUFFER = 16 * 1024;

    private static final int MAX_BUFFERS = 1 << 20;

    /** The smallest piece to allocate: the remaining memory is then too small for any use. */
    private static final int LAST_PIECE = 4;

    private Outage() {}

    /** Uses up the heap. The time starts when nothing is left. Allocates only the memory that it holds. */
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

    /** Uses up the direct memory. The time starts when a buffer cannot be allocated. */
    public static void ofDirectMemory(Duration time) {
        ofDirectMemory(time, () -> {});
    }

    /**
     * Uses up the direct memory for a time.
     *
     * @param whenFull runs when a buffer cannot be allocated for the first time
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
        System.gc(); // frees the buffers
    }
}
