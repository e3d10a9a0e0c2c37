package io.grizzlythrift.internal.frame;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.glassfish.grizzly.Buffer;

/**
 * The bytes received so far of a frame, or of any message, that arrives in parts. Used by one thread at a time, and
 * reused for one frame after another.
 *
 * <p>The bytes are copied into an array that is at most {@value #GROWTH} times as large as the bytes received (or
 * {@value #FIRST_CAPACITY} bytes), whatever length the peer declares: a peer that declares a large frame and sends
 * little occupies little memory. Only an array from the {@link LargeArrayPool} may be larger: it is not newly allocated,
 * and charged as a whole, because the pool may fill again. Copying is linear in the number of bytes.
 */
public final class PartialFrame {
    /** The smallest array in bytes, unless fewer are expected. */
    public static final int FIRST_CAPACITY = 4096;

    /** The largest ratio of the size of a new array to the bytes received. */
    public static final int GROWTH = 4;

    private static final byte[] EMPTY = {};

    private final MemoryAccount memory;

    /** Whether the array may come from the {@link LargeArrayPool}. */
    private final boolean takesPooled;

    private int expectedBytes;
    private byte[] array = EMPTY;

    private int receivedBytes;

    /**
     * Creates an empty frame that expects no bytes.
     *
     * @param memory is charged for the array
     */
    public PartialFrame(MemoryAccount memory) {
        this(memory, false);
    }

    private PartialFrame(MemoryAccount memory, boolean takesPooled) {
        this.memory = memory;
        this.takesPooled = takesPooled;
    }

    /**
     * Creates an empty frame whose length is known when its bytes arrive. A large frame reuses the array of an earlier
     * frame of about the same length, if the pool has one and the memory budget allows it.
     */
    public static PartialFrame ofKnownLength(MemoryAccount memory) {
        return new PartialFrame(memory, true);
    }

    /**
     * Sets the number of bytes expected. May be called again when more is known.
     *
     * @param length the declared length of the frame, or the largest one possible
     */
    public void expect(int length) {
        expectedBytes = length;
    }

    /**
     * Makes room for more bytes.
     *
     * @param count the number of bytes to append, at most {@link #missingBytes}
     * @return false if no memory is left
     */
    public boolean makeRoom(int count) {
        int growth = growthFor(count);
        return growth == 0 || usePooled() || grow(growth);
    }

    /**
     * Returns the number of bytes by which the array must grow before more bytes are appended, unless it is replaced by a
     * pooled one.
     *
     * @param count the number of bytes to append, at most {@link #missingBytes}
     * @return 0 if there is room for them; otherwise more than is needed, if the memory budget allows it
     */
    public int growthFor(int count) {
        int capacity = array.length;
        int needed = receivedBytes + count;
        if (capacity >= needed) {
            return 0;
        }
        int ahead = (int) Math.min(expectedBytes, Math.max(Math.max(needed, FIRST_CAPACITY), (long) GROWTH * capacity));
        return (memory.mayAllocateAhead(ahead - capacity) ? ahead : needed) - capacity;
    }

    private boolean usePooled() {
        byte[] pooled = takesPooled ? LargeArrayPool.take(expectedBytes) : EMPTY;
        int more = pooled.length - array.length;
        if (more <= 0) {
            return false;
        }
        if (!memory.mayAllocateAhead(more) || !memory.charge(MemoryPart.PARTIAL_FRAMES, more)) {
            LargeArrayPool.recycle(pooled);
            return false;
        }
        System.arraycopy(array, 0, pooled, 0, receivedBytes);
        array = pooled;
        return true;
    }

    private boolean grow(int bytes) {
        if (!memory.charge(MemoryPart.PARTIAL_FRAMES, bytes)) {
            return false;
        }
        array = Arrays.copyOf(array, array.length + bytes);
        return true;
    }

    /** Appends bytes for which there is room. */
    public void append(byte[] bytes, int from, int count) {
        System.arraycopy(bytes, from, array, receivedBytes, count);
        receivedBytes += count;
    }

    /** Appends bytes for which there is room. */
    public void append(ByteBuffer bytes) {
        int count = bytes.remaining();
        bytes.get(array, receivedBytes, count);
        receivedBytes += count;
    }

    /**
     * Appends bytes for which there is room.
     *
     * @param bytes a buffer, which is read to its limit
     */
    public void append(Buffer bytes) {
        int count = bytes.remaining();
        bytes.get(array, receivedBytes, count);
        receivedBytes += count;
    }

    /** {@return the number of bytes received} */
    public int receivedBytes() {
        return receivedBytes;
    }

    /** {@return the number of expected bytes that have not been received} */
    public int missingBytes() {
        return expectedBytes - receivedBytes;
    }

    /** {@return the size of the array, all of which is charged} */
    public int capacity() {
        return array.length;
    }

    /** {@return the array, which begins with the bytes received} */
    public byte[] array() {
        return array;
    }

    /**
     * Returns an array that begins with the bytes received and wastes little memory if it is kept after this frame.
     *
     * @return the array of this frame, or an exact copy of the bytes received if the array is longer by more than a
     *     quarter
     */
    public byte[] trimmed() {
        return array.length > receivedBytes + receivedBytes / 4 ? Arrays.copyOf(array, receivedBytes) : array;
    }

    /** Ends the frame: the array now belongs to its reader, and its memory is released. */
    public void end() {
        int released = array.length;
        expectedBytes = 0;
        receivedBytes = 0;
        array = EMPTY;
        memory.release(MemoryPart.PARTIAL_FRAMES, released);
    }
}
