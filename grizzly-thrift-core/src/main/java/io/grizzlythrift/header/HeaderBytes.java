package io.grizzlythrift.header;

import java.nio.charset.StandardCharsets;

/** Reads the numbers and strings of a header, within the bounds of the header. */
final class HeaderBytes {
    private static final int MAX_VARINT_BYTES = 5;

    /** Of the fifth byte of a varint: more do not fit 32 bits. */
    private static final int MAX_LAST_BYTE = 0x0f;

    private final byte[] array;
    private final int end;
    private int position;

    HeaderBytes(byte[] array, int from, int end) {
        this.array = array;
        this.position = from;
        this.end = end;
    }

    int position() {
        return position;
    }

    boolean hasRemaining() {
        return position < end;
    }

    /** Reads a varint of 32 bits, 7 of them per byte, the lowest ones first. */
    int varint() throws HeaderException {
        int value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            if (position == end) {
                throw new HeaderException("the header of a frame ends within a number");
            }
            byte next = array[position++];
            if (i == MAX_VARINT_BYTES - 1 && (next & 0xff) > MAX_LAST_BYTE) {
                throw new HeaderException("a number in the header of a frame has more than 32 bits");
            }
            value |= (next & 0x7f) << (7 * i);
            if (next >= 0) {
                return value;
            }
        }
        throw new AssertionError("the last byte ends the number");
    }

    String string() throws HeaderException {
        int length = length();
        String read = new String(array, position, length, StandardCharsets.UTF_8);
        position += length;
        return read;
    }

    void skipString() throws HeaderException {
        int length = length(); // moves the position
        position += length;
    }

    /** Skips a string. Returns whether it is this one, which is ASCII. */
    boolean skipString(String expected) throws HeaderException {
        int length = length();
        int from = position;
        position += length;
        if (length != expected.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (array[from + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int length() throws HeaderException {
        int length = varint();
        if (length < 0 || length > end - position) {
            throw new HeaderException("a string in the header of a frame has " + Integer.toUnsignedString(length)
                    + " bytes, " + (end - position) + " are left in the header");
        }
        return length;
    }
}
