package io.grizzlythrift.internal.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * A growing, reusable array to which frames are appended. {@link #beginFrame} reserves the 4 bytes of the length prefix
 * and {@link #endFrame} fills them in, so no second buffer and no copy are needed.
 *
 * <p>Not thread-safe.
 */
public final class FrameOutput {
    /** The largest size in bytes: {@value}. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 64;

    /** The size in bytes of an array that no large frame has outgrown: {@value}. */
    public static final int INITIAL_BYTES = 16 * 1024;

    /**
     * Number of calls of {@link #clear} after which the array is released, if three quarters of it were unused at each
     * of them.
     */
    static final int CLEARS_TO_SHRINK = 1024;

    private static final byte[] EMPTY = {};

    private final int maxRetainedBytes;

    /** Allocated on the first write. */
    private byte[] array = EMPTY;

    private int size;

    /** Returns the size beyond which the array does not grow. */
    private IntSupplier growthLimit = () -> MAX_BYTES;

    /** The largest size seen by the last {@link #clears} calls of {@link #clear}. */
    private int largestSize;

    private int clears;

    /**
     * Creates an empty output.
     *
     * @param maxRetainedBytes the size of the largest array that {@link #clear()} keeps for reuse
     */
    public FrameOutput(int maxRetainedBytes) {
        this.maxRetainedBytes = Math.max(INITIAL_BYTES, maxRetainedBytes);
    }

    /**
     * Begins a frame and reserves its length prefix.
     *
     * @return the position of the frame, for {@link #endFrame} or {@link #rewind}
     * @throws FrameOverflowException if the prefix would exceed {@link #MAX_BYTES} or the limit of growth
     */
    public int beginFrame() throws FrameOverflowException {
        int start = size;
        reserve(FrameAssembler.HEADER_BYTES);
        size += FrameAssembler.HEADER_BYTES;
        return start;
    }

    /**
     * Ends a frame and writes its length prefix.
     *
     * @param start the result of {@link #beginFrame}
     * @return the length of the frame in bytes, without the 4 bytes of the prefix
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
     * Discards everything written after a position.
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
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES} or the limit of growth
     */
    public void write(byte value) throws FrameOverflowException {
        reserve(1);
        array[size++] = value;
    }

    /**
     * Appends bytes.
     *
     * @param bytes the array that holds the bytes
     * @param offset the index of the first byte
     * @param length the number of bytes
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES} or the limit of growth
     */
    public void write(byte[] bytes, int offset, int length) throws FrameOverflowException {
        reserve(length);
        System.arraycopy(bytes, offset, array, size, length);
        size += length;
    }

    /**
     * Appends the remaining bytes of a buffer and moves its position to its limit.
     *
     * @param bytes any buffer
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES} or the limit of growth
     */
    public void write(ByteBuffer bytes) throws FrameOverflowException {
        int length = bytes.remaining();
        reserve(length);
        bytes.get(array, size, length);
        size += length;
    }

    /**
     * Appends bytes that are in the array already.
     *
     * @param bytes their number, at most as many as were reserved
     */
    public void advance(int bytes) {
        size += bytes;
    }

    /**
     * Limits the growth of the array. Content may still exceed the limit within the array that is there.
     *
     * @param limit returns the size beyond which the array does not grow; called when it would
     */
    public void limitGrowth(IntSupplier limit) {
        growthLimit = limit;
    }

    /** {@return the array that holds the content from index 0, not a copy; the next write may replace it} */
    public byte[] array() {
        return array;
    }

    /** {@return the size of the content in bytes, including the length prefixes of frames} */
    public int size() {
        return size;
    }

    /**
     * Empties the output. Releases the array if it has outgrown the retained size, or if most of it has long been
     * unused.
     */
    public void clear() {
        largestSize = Math.max(largestSize, size);
        size = 0;
        if (array.length > maxRetainedBytes) {
            array = EMPTY;
        }
        if (++clears == CLEARS_TO_SHRINK) {
            if (array.length > INITIAL_BYTES && largestSize <= array.length / 4) {
                array = EMPTY;
            }
            clears = 0;
            largestSize = 0;
        }
    }

    /**
     * Empties the output and drops its array, so that slices of the array stay valid. The next write allocates a new
     * one.
     */
    public void detach() {
        size = 0;
        array = EMPTY;
    }

    /**
     * Empties the output and continues in another array, which it overwrites.
     *
     * @param other an array that was detached, or its own
     */
    public void attach(byte[] other) {
        size = 0;
        array = other;
    }

    /**
     * Makes room for bytes that are stored directly in {@link #array()}, from index {@link #size()} on, and appended by
     * {@link #advance}.
     *
     * @param more the number of bytes, at least 0
     * @throws FrameOverflowException if the content would exceed {@link #MAX_BYTES} or the limit of growth
     */
    public void reserve(int more) throws FrameOverflowException {
        if (more > array.length - size) {
            grow(more);
        }
    }

    private void grow(int more) throws FrameOverflowException {
        long needed = (long) size + more;
        int limit = Math.min(MAX_BYTES, growthLimit.getAsInt());
        if (needed > limit) {
            throw new FrameOverflowException(needed, limit);
        }
        // Usually little follows a large value: reserve an eighth, so that the rest does not double the array.
        long grown = Math.max(INITIAL_BYTES, Math.max(needed + needed / 8, 2L * array.length));
        array = Arrays.copyOf(array, (int) Math.min(MAX_BYTES, grown));
    }
}
