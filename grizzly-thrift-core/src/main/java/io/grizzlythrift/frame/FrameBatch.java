package io.grizzlythrift.frame;

import java.util.Arrays;
import java.util.Objects;

/**
 * The frames that one read completed, in the order in which they were received. Each is a slice of an array: usually of
 * the read itself; the first may lie in an array of its own if it began in an earlier read.
 *
 * <p>The arrays belong to the batch and are written to by nobody after it is made, so slices of them may be kept. Whoever
 * knows that none is kept may {@link #release} the batch.
 */
public final class FrameBatch {
    /** The most for which there is room at once. */
    private static final int MAX_EXPECTED = 256;

    private byte[] read;

    /** The array of frame 0 if that is not {@link #read}, otherwise null. */
    private byte[] assembled;

    /** What the arrays take, as far as they are of this connection. */
    private int retainedBytes;

    /** Offset and length of each frame, two values a frame. */
    private int[] bounds;

    private int size;

    /** What {@link #read} is the array of, if that can be used again; otherwise null. */
    private PooledReadBuffer buffer;

    private FrameBatch(byte[] read, byte[] assembled, int expected) {
        this.read = read;
        this.assembled = assembled;
        retainedBytes = assembled == null ? 0 : assembled.length;
        bounds = new int[2 * Math.min(MAX_EXPECTED, expected)];
    }

    /**
     * A batch whose frames will all lie in {@code read}.
     *
     * @param expected how many those may be, at least 1: a guess
     */
    static FrameBatch of(byte[] read, int expected) {
        return new FrameBatch(read, null, expected);
    }

    /** A batch whose first frame is the first {@code length} bytes of {@code assembled}; others may lie in {@code read}. */
    static FrameBatch startingWith(byte[] assembled, int length, byte[] read, int expected) {
        FrameBatch batch = new FrameBatch(read, assembled, expected);
        batch.add(0, length);
        return batch;
    }

    /**
     * A batch of one frame that did not come over a framed connection.
     *
     * @param array where it lies; not to be written to any more
     * @param offset where it begins
     * @param length its length, at least 1
     * @return the batch
     * @throws IllegalArgumentException if {@code length} is less than 1
     * @throws IndexOutOfBoundsException if the frame does not lie within the array
     */
    public static FrameBatch of(byte[] array, int offset, int length) {
        if (length < 1) {
            throw new IllegalArgumentException("length is " + length + ", must be at least 1");
        }
        Objects.checkFromIndexSize(offset, length, array.length);
        FrameBatch batch = new FrameBatch(array, null, 1);
        batch.add(offset, length);
        batch.keepRead(length);
        return batch;
    }

    /**
     * Notes that all frames were added. The read is kept if one of them lies in it.
     *
     * @param bytes those of the read, with what lies between and behind frames
     */
    void keepRead(int bytes) {
        if (isInRead()) {
            retainedBytes += bytes;
        } else {
            read = null;
        }
    }

    /** Whether a frame lies in the array of the read. */
    boolean isInRead() {
        return assembled == null || size > 1;
    }

    /**
     * How much memory the batch keeps.
     *
     * @return bytes, always the same
     */
    public int retainedBytes() {
        return retainedBytes;
    }

    void takenFrom(PooledReadBuffer buffer) {
        this.buffer = buffer;
    }

    /**
     * Says that nobody looks at the frames any more, nor at a slice of one: the array of the read may be used for
     * another read. To be called by one thread, once, or never. The sizes stay known.
     */
    public void release() {
        PooledReadBuffer used = buffer;
        clear();
        if (used != null) {
            used.dispose();
        }
    }

    /**
     * Says that nobody looks at the frames through this batch any more. Slices of them stay as they are. To be called by
     * one thread, once, or never.
     */
    public void clear() {
        read = null;
        assembled = null;
        buffer = null;
    }

    void add(int offset, int length) {
        if (2 * size == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * size] = offset;
        bounds[2 * size + 1] = length;
        size++;
    }

    /**
     * How many frames the batch has.
     *
     * @return at least 1
     */
    public int size() {
        return size;
    }

    /**
     * The array in which a frame lies.
     *
     * @param frame 0 to {@code size() - 1}
     * @return the array itself, not a copy
     */
    public byte[] array(int frame) {
        return frame == 0 && assembled != null ? assembled : read;
    }

    /**
     * Where a frame begins in its array, behind the length.
     *
     * @param frame 0 to {@code size() - 1}
     * @return offset in bytes
     */
    public int offset(int frame) {
        return bounds[2 * frame];
    }

    /**
     * The length of a frame without its 4-byte prefix.
     *
     * @param frame 0 to {@code size() - 1}
     * @return length in bytes, at least 1
     */
    public int length(int frame) {
        return bounds[2 * frame + 1];
    }
}
