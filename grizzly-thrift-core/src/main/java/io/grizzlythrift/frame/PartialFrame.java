package io.grizzlythrift.frame;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.glassfish.grizzly.Buffer;

/**
 * The bytes received so far of a frame, or of any message, that arrives in parts. Used by one thread at a time, reused
 * frame after frame.
 *
 * <p>They are copied into an array that is at most {@value #GROWTH} times as large as the bytes received (or {@value
 * #FIRST_CAPACITY} bytes), whatever length the peer declares: a peer that declares much and sends little takes little
 * memory. Copying is linear in the number of bytes.
 */
public final class PartialFrame {
    /** The smallest array in bytes, unless fewer are expected. */
    public static final int FIRST_CAPACITY = 4096;

    /** How many times the bytes received the array may be. */
    public static final int GROWTH = 4;

    private static final byte[] EMPTY = {};

    private final MemoryAccount memory;
    private int expectedBytes;
    private byte[] array = EMPTY;
    private int receivedBytes;

    /**
     * Makes an empty frame of which nothing is expected.
     *
     * @param memory is charged for the array
     */
    public PartialFrame(MemoryAccount memory) {
        this.memory = memory;
    }

    /**
     * Sets how many bytes are expected. May be called again when more is known.
     *
     * @param length the declared length of the frame, or the largest one possible
     */
    public void expect(int length) {
        expectedBytes = length;
    }

    /**
     * Returns by how many bytes the array must grow before more bytes are appended.
     *
     * @param count the number of bytes to append, at most {@link #missingBytes}
     * @return 0 if there is room for them; otherwise more than is missing if the memory budget allows it
     */
    public int growthFor(int count) {
        int needed = receivedBytes + count;
        if (array.length >= needed) {
            return 0;
        }
        int ahead =
                (int) Math.min(expectedBytes, Math.max(Math.max(needed, FIRST_CAPACITY), (long) GROWTH * array.length));
        return (memory.mayAllocateAhead(ahead - array.length) ? ahead : needed) - array.length;
    }

    /**
     * Grows the array.
     *
     * @param bytes what {@link #growthFor} returned
     * @return false if no memory is left
     */
    public boolean grow(int bytes) {
        if (!memory.charge(MemoryPart.PARTIAL_FRAMES, bytes)) {
            return false;
        }
        array = Arrays.copyOf(array, array.length + bytes);
        return true;
    }

    /** Appends bytes for which there is room. */
    void append(byte[] bytes, int from, int count) {
        System.arraycopy(bytes, from, array, receivedBytes, count);
        receivedBytes += count;
    }

    /** Appends bytes for which there is room. */
    void append(ByteBuffer bytes) {
        int count = bytes.remaining();
        bytes.get(array, receivedBytes, count);
        receivedBytes += count;
    }

    /**
     * Appends bytes for which there is room.
     *
     * @param bytes read to its limit
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

    /** {@return the number of expected bytes that were not received} */
    public int missingBytes() {
        return expectedBytes - receivedBytes;
    }

    /** {@return the size of the array} */
    public int capacity() {
        return array.length;
    }

    /** {@return the array, which begins with the bytes received} */
    public byte[] array() {
        return array;
    }

    /**
     * Returns an array that begins with the bytes received and is little longer, for whoever keeps it after this frame.
     *
     * @return the array of this frame, or a copy of what was received if a quarter of that or more is unused
     */
    public byte[] trimmed() {
        return array.length > receivedBytes + receivedBytes / 4 ? Arrays.copyOf(array, receivedBytes) : array;
    }

    /** Ends the frame: the array now belongs to its reader, and its memory is released. */
    void end() {
        int released = array.length;
        expectedBytes = 0;
        receivedBytes = 0;
        array = EMPTY;
        memory.release(MemoryPart.PARTIAL_FRAMES, released);
    }
}
