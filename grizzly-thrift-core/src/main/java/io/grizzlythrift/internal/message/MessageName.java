package io.grizzlythrift.internal.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.apache.thrift.protocol.TMessageType;

/**
 * Finds the name in the header of a message without decoding it: the bytes of a UTF-8 string such as {@code
 * service:method}; and compares the sequence id beside it. Knows the strict binary and the compact protocol, and JSON if asked.
 */
public final class MessageName {
    /** The result of {@link #find} if there is no name, or if it cannot be found. */
    public static final long NONE = -1;

    static final int BINARY_VERSION = 0x8001;
    static final int COMPACT_ID = 0x82;
    static final int COMPACT_TYPE_SHIFT = 5;
    static final int COMPACT_TYPE_MASK = 7;

    private static final int BINARY_LENGTH_INDEX = 4;
    private static final int BINARY_NAME_INDEX = 8;
    private static final int COMPACT_VERSION = 1;
    private static final int COMPACT_VERSION_MASK = 0x1f;

    /** The sequence id, a varint of up to 5 bytes, begins here. */
    private static final int COMPACT_ID_INDEX = 2;

    private static final int MAX_VARINT_BYTES = 5;
    private static final int VARINT_BITS = 7;
    private static final int VARINT_MASK = 0x7f;

    /** The beginning of a message in JSON: the version, then the name as a string. */
    static final byte[] JSON_BEGIN = "[1,\"".getBytes(StandardCharsets.US_ASCII);

    private MessageName() {}

    /**
     * Finds the name of a call.
     *
     * @param array the array that holds the message
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @return a value for {@link #offset} and {@link #length}; {@link #NONE} for a message of another type or protocol,
     *     and for one that does not hold its whole name
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public static long find(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length < BINARY_LENGTH_INDEX) {
            return NONE;
        }
        int first = array[offset] & 0xff;
        int second = array[offset + 1] & 0xff;
        if (((first << Byte.SIZE) | second) == BINARY_VERSION) {
            return length < BINARY_NAME_INDEX || !isCall(array[offset + BINARY_LENGTH_INDEX - 1])
                    ? NONE
                    : within(offset + BINARY_NAME_INDEX, int32(array, offset + BINARY_LENGTH_INDEX), offset + length);
        }
        if (first == COMPACT_ID
                && (second & COMPACT_VERSION_MASK) == COMPACT_VERSION
                && isCall((second >> COMPACT_TYPE_SHIFT) & COMPACT_TYPE_MASK)) {
            return findCompact(array, offset + COMPACT_ID_INDEX, offset + length);
        }
        return NONE;
    }

    private static boolean isCall(int type) {
        return type == TMessageType.CALL || type == TMessageType.ONEWAY;
    }

    private static long findCompact(byte[] array, int sequenceId, int end) {
        int position = sequenceId;
        while (position < end && array[position] < 0 && position < sequenceId + MAX_VARINT_BYTES) {
            position++;
        }
        position++;
        int length = 0;
        for (int shift = 0; position < end && shift < MAX_VARINT_BYTES * VARINT_BITS; shift += VARINT_BITS) {
            byte next = array[position++];
            length |= (next & VARINT_MASK) << shift;
            if (next >= 0) {
                return within(position, length, end);
            }
        }
        return NONE;
    }

    /**
     * Finds the name of a message in JSON, which is not escaped.
     *
     * @param array the array that holds the message
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @return a value for {@link #offset} and {@link #length}; {@link #NONE} for a message of another protocol, and for
     *     one whose name has escaped characters
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public static long findInJson(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        int end = offset + length;
        int begin = offset + JSON_BEGIN.length;
        if (begin > end || !Arrays.equals(array, offset, begin, JSON_BEGIN, 0, JSON_BEGIN.length)) {
            return NONE;
        }
        int position = begin;
        while (position < end && array[position] != '"' && array[position] != '\\') {
            position++;
        }
        return position == end || array[position] != '"' ? NONE : within(begin, position - begin, end);
    }

    /**
     * Returns whether a call has a sequence id.
     *
     * @param array the array that holds the message
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @param id the sequence id
     * @return false also if {@link #find} finds no name
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public static boolean hasSequenceId(byte[] array, int offset, int length, int id) {
        long name = find(array, offset, length);
        if (name == NONE) {
            return false;
        }
        if ((array[offset] & 0xff) == COMPACT_ID) {
            return varint(array, offset + COMPACT_ID_INDEX) == id;
        }
        int end = offset(name) + length(name);
        return end + Integer.BYTES <= offset + length && int32(array, end) == id;
    }

    /** Reads a varint that lies within the array. */
    private static int varint(byte[] array, int begin) {
        int value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            byte next = array[begin + i];
            value |= (next & VARINT_MASK) << (i * VARINT_BITS);
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    private static int int32(byte[] array, int index) {
        return (array[index] << 24)
                | ((array[index + 1] & 0xff) << 16)
                | ((array[index + 2] & 0xff) << 8)
                | (array[index + 3] & 0xff);
    }

    private static long within(int offset, int length, int end) {
        return length <= 0 || length > end - offset ? NONE : ((long) offset << Integer.SIZE) | length;
    }

    /**
     * Returns whether two calls have the same name.
     *
     * @param array holds the first name
     * @param found the result of {@link #find} for it, not {@link #NONE}
     * @param other holds the second name; may be the same array
     * @param otherFound the result of {@link #find} for it
     * @return false if the second call has no name
     */
    public static boolean isSame(byte[] array, long found, byte[] other, long otherFound) {
        int length = length(found);
        if (otherFound == NONE || length(otherFound) != length) {
            return false;
        }
        int offset = offset(found);
        int otherOffset = offset(otherFound);
        for (int i = 0; i < length; i++) { // names are short
            if (array[offset + i] != other[otherOffset + i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the position of a name.
     *
     * @param found the result of {@link #find}
     * @return the index of its first byte
     */
    public static int offset(long found) {
        return (int) (found >>> Integer.SIZE);
    }

    /**
     * Returns the length of a name.
     *
     * @param found the result of {@link #find}
     * @return its size in bytes, at least 1
     */
    public static int length(long found) {
        return (int) found;
    }
}
