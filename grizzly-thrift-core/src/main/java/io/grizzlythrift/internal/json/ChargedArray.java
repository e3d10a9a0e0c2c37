package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.memory.MemoryAccount;
import java.util.Arrays;

/** An array that grows, charged to the memory account of a connection as it does. Used by one thread at a time. */
final class ChargedArray {
    private static final int INITIAL_BYTES = 512;
    private static final byte[] NO_BYTES = {};

    private final MemoryAccount memory;
    private final int maxBytes;
    private byte[] array = NO_BYTES;
    private int size;

    /** The bytes charged for the array, and those that were reserved. */
    private int chargedBytes;

    private long reservedBytes;

    /** @param maxBytes its largest size */
    ChargedArray(MemoryAccount memory, int maxBytes) {
        this.memory = memory;
        this.maxBytes = maxBytes;
    }

    /**
     * Charges memory that its writer needs, until {@link #releaseReserved}.
     *
     * @return false if there is no room; then nothing is charged any more
     */
    boolean reserve(long bytes) {
        if (bytes > 0) {
            if (!charge(bytes)) {
                return false;
            }
            reservedBytes += bytes;
        }
        return true;
    }

    void releaseReserved() {
        release(reservedBytes);
        reservedBytes = 0;
    }

    /** {@return whether this many bytes more are within the largest size} */
    boolean fits(int more) {
        return (long) size + more <= maxBytes;
    }

    /**
     * Appends bytes that {@linkplain #fits fit}.
     *
     * @return false if there is no room for them; then nothing is charged any more
     */
    boolean append(byte[] bytes, int offset, int length) {
        if (length > array.length - size) {
            int grown = (int) Math.min(maxBytes, Math.max((long) size + length, Math.max(INITIAL_BYTES, 2L * size)));
            if (!charge(grown - chargedBytes)) {
                return false;
            }
            chargedBytes = grown;
            array = Arrays.copyOf(array, grown);
        }
        System.arraycopy(bytes, offset, array, size, length);
        size += length;
        return true;
    }

    private boolean charge(long more) {
        boolean charged = memory.growWaitingFrame(more, chargedBytes + reservedBytes);
        if (!charged) {
            chargedBytes = 0;
            reservedBytes = 0;
        }
        return charged;
    }

    private void release(long bytes) {
        if (bytes > 0) {
            memory.removeWaitingFrames(bytes, null);
        }
    }

    /** Releases all that is charged. The array remains valid. */
    void releaseAll() {
        releaseReserved();
        release(chargedBytes);
        chargedBytes = 0;
    }

    /** {@return the bytes charged for the array, without what was reserved} */
    int chargedBytes() {
        return chargedBytes;
    }

    int size() {
        return size;
    }

    /** {@return the array, of which {@link #size} bytes are used; append nothing more} */
    byte[] array() {
        return array;
    }

    String describeMemory() {
        return memory.describe();
    }
}
