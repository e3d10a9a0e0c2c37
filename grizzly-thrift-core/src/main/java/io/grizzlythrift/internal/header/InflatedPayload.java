package io.grizzlythrift.internal.header;

import java.util.function.IntPredicate;

/**
 * A payload while it is decompressed: an array that grows with the decompressed bytes, up to a bound. The bound is the
 * smaller of a number of bytes and a multiple of the received payload, so neither a few bytes nor a false size nor
 * several transforms can cause a large allocation, or much work.
 */
final class InflatedPayload {
    /** A payload of up to this size may be compressed at any ratio. */
    static final int FREE_BYTES = 64 * 1024;

    /**
     * The largest compression ratio of larger payloads. That of text is rarely above 20; the maximum of zlib is 1,032.
     */
    static final int MAX_RATIO = 100;

    private static final int FIRST_RATIO = 4;
    private static final int MIN_CAPACITY = 256;

    /** The largest length of an array. */
    private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

    private final int receivedBytes;
    private final int maxBytes;
    private final int bound;
    private final IntPredicate charge;
    private long firstCapacity;
    private byte[] array = {};
    private int size;

    /**
     * Creates an empty payload.
     *
     * @param compressedBytes the bytes to decompress
     * @param receivedBytes the bytes before any transform was undone
     * @param maxBytes the bound
     * @param charge called with the number of bytes by which the array is about to grow; returns false if there is no
     *     memory
     */
    InflatedPayload(int compressedBytes, int receivedBytes, int maxBytes, IntPredicate charge) {
        this.receivedBytes = receivedBytes;
        this.maxBytes = maxBytes;
        this.charge = charge;
        bound = bound(receivedBytes, maxBytes);
        firstCapacity = Math.max(MIN_CAPACITY, (long) FIRST_RATIO * compressedBytes);
    }

    /** Returns the largest size to which a number of received bytes may be decompressed. */
    static int bound(int receivedBytes, int maxBytes) {
        return (int) Math.min(maxBytes, Math.max(FREE_BYTES, (long) MAX_RATIO * receivedBytes));
    }

    /**
     * Makes the first array at least as large as the stated size of the payload.
     *
     * @param bytes the stated size; 0 or less if it is unknown
     */
    void expect(long bytes) throws TransformException {
        if (bytes > bound) {
            throw tooLarge();
        }
        firstCapacity = Math.max(bytes, firstCapacity);
    }

    /** {@return the array, with room for at least one more byte at {@link #size}} */
    byte[] arrayWithRoom() throws TransformException {
        if (size == array.length) {
            grow();
        }
        return array;
    }

    /** Enlarges the array. Its content is lost. */
    void growEmpty() throws TransformException {
        size = 0;
        grow();
    }

    /** Grows to at most one byte more than the bound: a payload that fills this byte is too large. */
    private void grow() throws TransformException {
        int capacity = (int)
                Math.min(Math.min(bound + 1L, MAX_CAPACITY), array.length == 0 ? firstCapacity : 2L * array.length);
        if (capacity == array.length) {
            throw tooLarge();
        }
        charge(charge, capacity - array.length);
        byte[] grown = new byte[capacity];
        System.arraycopy(array, 0, grown, 0, size);
        array = grown;
    }

    /** Throws an exception if a number of bytes cannot be charged. */
    static void charge(IntPredicate charge, int bytes) throws TransformException {
        if (!charge.test(bytes)) {
            throw new TransformException("no memory is left to decompress a payload");
        }
    }

    private TransformException tooLarge() {
        return new TransformException("a payload of " + receivedBytes + " bytes has more than " + bound
                + " when it is decompressed; the limit is maxFrameBytes, which is " + maxBytes + ", or " + MAX_RATIO
                + " times its size");
    }

    byte[] array() {
        return array;
    }

    int size() {
        return size;
    }

    void added(int count) throws TransformException {
        size += count;
        if (size > bound) {
            throw tooLarge();
        }
    }
}
