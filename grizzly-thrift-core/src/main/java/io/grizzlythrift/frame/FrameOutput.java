package io.grizzlythrift.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * An array into which frames are written one behind the other. It grows as needed and is reused. The 4 bytes of a
 * frame's length are left free at its start and filled in at its end: no second buffer, no copy.
 *
 * <p>Not for use by two threads at a time.
 */
public final class FrameOutput {
    /** The largest content in bytes: {@value}. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    private static final int INITIAL_BYTES = 16 * 1024;

    /** After so many contents that all left three quarters of the array free, it is given up. */
    static final int CLEARS_TO_SHRINK = 1024;

    private static final byte[] NOTHING = {};

    private final int retainedBytes;

    /** Made when there is something to write. */
    private byte[] array = NOTHING;

    private int size;

    /** The largest content since the array was last weighed, and how many there were. */
    private int largest;

    private int clears;

    /**
     * Makes an empty output.
     *
     * @param retainedBytes the largest array that {@link #clear()} keeps for reuse
     */
    public FrameOutput(int retainedBytes) {
        this.retainedBytes = Math.max(INITIAL_BYTES, retainedBytes);
    }

    /**
     * Begins a frame.
     *
     * @return where it begins, for {@link #endFrame} or {@link #rewind}
     * @throws FrameOverflowException if there is no room for its length
     */
    public int beginFrame() throws FrameOverflowException {
        int start = size;
        ensure(FrameAssembler.HEADER_BYTES);
        size += FrameAssembler.HEADER_BYTES;
        return start;
    }

    /**
     * Ends a frame: puts its length in place.
     *
     * @param start what {@link #beginFrame} returned
     * @return its length in bytes, without the 4 of the length itself
     */
    public int endFrame(int start) {
        int length = size - start - FrameAssembler.HEADER_BYTES;
        array[start] = (byte) (length >>> 24);
        array[start + 1] = (byte) (length >>> 16);
        array[start + 2] = (byte) (length >>> 8);
        array[start + 3] = (byte) length;
        return length;
    }

    /**
     * Takes back everything written since a position.
     *
     * @param position 0 to {@code size()}
     */
    public void rewind(int position) {
        size = position;
    }

    /**
     * Appends one byte.
     *
     * @param value the byte
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES}
     */
    public void write(byte value) throws FrameOverflowException {
        if (size == array.length) {
            ensure(1);
        }
        array[size++] = value;
    }

    /**
     * Appends bytes.
     *
     * @param bytes where they are
     * @param offset the first of them
     * @param length how many
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES}
     */
    public void write(byte[] bytes, int offset, int length) throws FrameOverflowException {
        ensure(length);
        System.arraycopy(bytes, offset, array, size, length);
        size += length;
    }

    /**
     * Appends the remaining bytes of a buffer and moves its position to its limit.
     *
     * @param bytes any buffer
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES}
     */
    public void write(ByteBuffer bytes) throws FrameOverflowException {
        int length = bytes.remaining();
        ensure(length);
        bytes.get(array, size, length);
        size += length;
    }

    /**
     * The array that holds the content from index 0.
     *
     * @return the array itself; the next write may replace it
     */
    public byte[] array() {
        return array;
    }

    /**
     * How much was written.
     *
     * @return bytes, lengths of frames included
     */
    public int size() {
        return size;
    }

    /** Empties the output. An array that grew past the retained size, or has been much too large for long, is given up. */
    public void clear() {
        largest = Math.max(largest, size);
        size = 0;
        if (array.length > retainedBytes) {
            array = NOTHING;
        }
        if (++clears == CLEARS_TO_SHRINK) {
            if (array.length > INITIAL_BYTES && largest <= array.length / 4) {
                array = NOTHING;
            }
            clears = 0;
            largest = 0;
        }
    }

    /** Empties the output and leaves its array to whoever holds slices of it: writing goes on in a new one. */
    public void detach() {
        size = 0;
        array = NOTHING;
    }

    private void ensure(int more) throws FrameOverflowException {
        if (more > array.length - size) {
            long needed = (long) size + more;
            if (needed > MAX_BYTES) {
                throw new FrameOverflowException(needed, MAX_BYTES);
            }
            // What follows one large value is small: an eighth to spare, so that it does not double the array.
            long grown = Math.max(INITIAL_BYTES, Math.max(needed + needed / 8, 2L * array.length));
            array = Arrays.copyOf(array, (int) Math.min(MAX_BYTES, grown));
        }
    }
}
