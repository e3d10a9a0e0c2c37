package io.grizzlythrift.internal.frame;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Pools the arrays of completed large frames for later frames of about the same length. Reuse saves allocating and
 * zeroing an array, copying the received bytes into ever larger ones, and the garbage collections that these cause:
 * 17 % of the processor time of a server's selector threads with frames of 3 MB.
 *
 * <p>Holds at most {@value #MAX_POOLED} arrays of at most {@value #MAX_BYTES} bytes for all servers and clients of the
 * process, and only while the heap has room for them: the references are soft. No memory budget counts idle arrays; one
 * in use is charged as a whole.
 *
 * <p>Thread-safe: an array enters a slot by an atomic write and leaves it by {@code getAndSet(null)}, so only one
 * thread can get it. These volatile accesses order the last use of the array by its old owner before the first one by
 * its new owner.
 */
public final class LargeArrayPool {
    /** The size in bytes below which arrays are not pooled: such frames arrive in one or two reads. */
    public static final int MIN_BYTES = 128 * 1024;

    /** The size in bytes above which arrays are not pooled. */
    public static final int MAX_BYTES = 4 * 1024 * 1024;

    /** The maximum number of pooled arrays. */
    public static final int MAX_POOLED = 4;

    /** A pooled array may be larger than needed by this fraction: a quarter. */
    private static final int EXCESS_PART = 4;

    private static final byte[] NONE = {};

    private static final AtomicReferenceArray<SoftReference<byte[]>> POOLED = new AtomicReferenceArray<>(MAX_POOLED);

    /** The slot that is overwritten next if all are in use. */
    private static final AtomicInteger OLDEST = new AtomicInteger();

    private LargeArrayPool() {}

    /**
     * Takes an array with arbitrary content.
     *
     * @param bytes the length of the frame
     * @return an array of this length to a quarter more, or an empty array if none fits
     */
    public static byte[] take(int bytes) {
        if (bytes < MIN_BYTES || bytes > MAX_BYTES) {
            return NONE;
        }
        for (int slot = 0; slot < MAX_POOLED; slot++) {
            if (fits(POOLED.get(slot), bytes)) {
                SoftReference<byte[]> taken = POOLED.getAndSet(slot, null);
                byte[] array = fits(taken, bytes) ? taken.get() : null;
                if (array != null) {
                    return array;
                }
            }
        }
        return NONE;
    }

    private static boolean fits(SoftReference<byte[]> pooled, int bytes) {
        byte[] array = pooled == null ? null : pooled.get();
        return array != null && array.length >= bytes && array.length - bytes <= bytes / EXCESS_PART;
    }

    /**
     * Recycles an array that is no longer used, unless its size is out of bounds. If the pool is full, the array
     * replaces an older one, because frames of its length are arriving now.
     */
    public static void recycle(byte[] array) {
        if (array.length < MIN_BYTES || array.length > MAX_BYTES) {
            return;
        }
        SoftReference<byte[]> recycled = new SoftReference<>(array);
        for (int slot = 0; slot < MAX_POOLED; slot++) {
            if (POOLED.compareAndSet(slot, null, recycled)) {
                return;
            }
        }
        POOLED.set(Math.floorMod(OLDEST.getAndIncrement(), MAX_POOLED), recycled);
    }
}
