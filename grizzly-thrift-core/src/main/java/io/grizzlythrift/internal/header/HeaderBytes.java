package io.grizzlythrift.internal.header;

import java.nio.charset.StandardCharsets;

/** Reads the numbers and strings of a header, within the bounds of the header. */
final class HeaderBytes {
    private static final int MAX_VARINT_BYTES = 5;

    /** The largest fifth byte of a varint: more would not fit in 32 bits. */
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

    /** Skips a string. Returns whether it equals a name in ASCII, ignoring case. */
    boolean skipStringIfEqual(String name) throws HeaderException {
        int length = length();
        int begin = position;
        position += length;
        if (length != name.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (lowerCase(array[begin + i]) != lowerCase(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lowerCase(int letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + 'a' - 'A' : letter;
    }

    /** Skips a string. Returns its length in bytes. */
    int skipString() throws HeaderException {
        int length = length(); // advances the position
        position += length;
        return length;
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
