package io.grizzlythrift.internal.message;

import java.util.Arrays;
import java.util.Objects;
import org.apache.thrift.protocol.TMessageType;

/** Detects oneway calls by the first bytes of their messages, without decoding them. */
public final class OnewayDetector {
    private static final int BINARY_TYPE_INDEX = 3;

    /** The number of bytes that tell the type of a message in the binary or compact protocol: {@value}. */
    public static final int TYPE_BYTES = BINARY_TYPE_INDEX + 1;

    private static final int UNKNOWN = -1;

    private OnewayDetector() {}

    /**
     * Returns whether a message may be a oneway call.
     *
     * @param array the array that holds the message
     * @param offset the index of its first byte
     * @param length its length in bytes
     * @return false for a message of another type in the binary, compact or JSON protocol; true for a oneway call in
     *     one of these, for a message of any other protocol, and for a compressed one
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public static boolean mayBeOneway(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        if (length < TYPE_BYTES) {
            return false;
        }
        int type = type(array, offset, length);
        return type == UNKNOWN || type == TMessageType.ONEWAY;
    }

    /**
     * Returns whether a message is a oneway call.
     *
     * @param array the array that holds the message, or at least its first {@link #TYPE_BYTES} bytes
     * @param offset the index of its first byte
     * @param length the number of bytes
     * @return true for a oneway call in the binary, compact or JSON protocol; otherwise false
     * @throws IndexOutOfBoundsException if the message does not lie within the array
     */
    public static boolean isOneway(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        return length >= TYPE_BYTES && type(array, offset, length) == TMessageType.ONEWAY;
    }

    private static int type(byte[] array, int offset, int length) {
        // facts.md#unknown-methods-are-answered-even-if-oneway
        int first = array[offset] & 0xff;
        int second = array[offset + 1] & 0xff;
        if (((first << Byte.SIZE) | second) == MessageName.BINARY_VERSION) {
            return array[offset + BINARY_TYPE_INDEX];
        }
        if (first == MessageName.COMPACT_ID) {
            return (second >> MessageName.COMPACT_TYPE_SHIFT) & MessageName.COMPACT_TYPE_MASK;
        }
        int type = jsonTypeIndex(array, offset, offset + length);
        return type < 0 ? UNKNOWN : array[type] - '0';
    }

    /** Returns the index of the digit of the type, or a negative number if this is not a JSON message. */
    private static int jsonTypeIndex(byte[] array, int offset, int end) {
        byte[] begin = MessageName.JSON_BEGIN;
        int position = offset + begin.length;
        if (position > end || !Arrays.equals(array, offset, position, begin, 0, begin.length)) {
            return -1;
        }
        while (position < end && array[position] != '"') {
            position += array[position] == '\\' ? 2 : 1;
        }
        int type = position + 2;
        return type < end && array[type - 1] == ',' ? type : -1;
    }
}
