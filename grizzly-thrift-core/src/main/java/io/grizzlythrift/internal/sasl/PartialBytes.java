package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.util.Arrays;

/**
 * Bytes of an announced length that arrive in several reads. The array grows with what has arrived, so that a length alone
 * takes no memory; it is charged to the connection. Used by the thread that reads.
 */
final class PartialBytes {
    private static final int MIN_BYTES = 256;
    private static final byte[] NONE = {};

    private final MemoryAccount memory;
    private byte[] array = NONE;
    private int length;
    private int received;
    private int charged;

    PartialBytes(MemoryAccount memory) {
        this.memory = memory;
    }

    void begin(int announced) {
        length = announced;
        received = 0;
    }

    /** Takes what belongs to them. Returns the position of the first byte behind; -1 if there is no memory for them. */
    int take(byte[] read, int from, int to) {
        int count = Math.min(to - from, length - received);
        if (received + count > array.length && !grow(received + count)) {
            return -1;
        }
        System.arraycopy(read, from, array, received, count);
        received += count;
        return from + count;
    }

    private boolean grow(int needed) {
        int size = Math.min(length, Math.max(needed, Math.max(MIN_BYTES, (int) Math.min(2L * array.length, length))));
        if (!memory.charge(MemoryPart.PARTIAL_FRAMES, size - charged)) {
            return false;
        }
        charged = size;
        array = Arrays.copyOf(array, size);
        return true;
    }

    boolean isComplete() {
        return received == length;
    }

    /** {@return the bytes, from 0 to {@link #length()}} */
    byte[] array() {
        return array;
    }

    int length() {
        return length;
    }

    /** Forgets the bytes. */
    void release() {
        memory.release(MemoryPart.PARTIAL_FRAMES, charged);
        charged = 0;
        array = NONE;
        length = 0;
        received = 0;
    }
}
