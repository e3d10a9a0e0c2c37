package io.grizzlythrift.internal.header;

import java.util.Arrays;

/**
 * Finds the first bytes of a zstd frame without decompressing it, if its first block holds literals as they are, which
 * compressors do up to about 60 bytes. Throws nothing and keeps nothing.
 *
 * <p>The literals of a block are the bytes that repeat nothing. The first bytes of a message are among them: no three of
 * them occur twice.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc8878">RFC 8878: Zstandard</a>
 */
final class ZstdPeek {
    private static final int MAGIC = 0xfd2fb528;
    private static final int[] DICTIONARY_ID_BYTES = {0, 1, 2, 4};
    private static final int[] CONTENT_SIZE_BYTES = {0, 2, 4, 8};
    private static final int[] LITERALS_HEADER_BYTES = {1, 2, 1, 3};

    /** A block, or its literals, as they are. */
    private static final int RAW = 0;

    /** One byte that is repeated, in a block or its literals. */
    private static final int REPEATED = 1;

    private static final int COMPRESSED_BLOCK = 2;
    private static final int BLOCK_HEADER_BYTES = 3;

    private final byte[] from;
    private final int end;
    private final boolean exact;
    private int position;

    private ZstdPeek(byte[] from, int offset, int length, boolean exact) {
        this.from = from;
        this.exact = exact;
        position = offset;
        end = offset + length;
    }

    /**
     * Writes the first decompressed bytes.
     *
     * @param exact whether to find nothing in a block that repeats anything, because more than the first four bytes are
     *     wanted
     * @return their number; less than {@code into.length} if they cannot be found
     */
    static int peek(byte[] from, int offset, int length, byte[] into, boolean exact) {
        ZstdPeek peek = new ZstdPeek(from, offset, length, exact);
        return peek.skipFrameHeader() ? peek.block(into) : 0;
    }

    private boolean skipFrameHeader() {
        if (number(Integer.BYTES) != MAGIC) {
            return false;
        }
        int descriptor = number(1);
        boolean withoutWindow = (descriptor & 0x20) != 0;
        int contentSize = CONTENT_SIZE_BYTES[descriptor >> 6 & 3];
        position += DICTIONARY_ID_BYTES[descriptor & 3] + (withoutWindow ? Math.max(1, contentSize) : 1 + contentSize);
        return true;
    }

    private int block(byte[] into) {
        int header = number(BLOCK_HEADER_BYTES);
        int type = header >> 1 & 3;
        return type == COMPRESSED_BLOCK ? literals(into) : copy(type, header >> 3, into);
    }

    private int literals(byte[] into) {
        int start = position;
        int first = number(1);
        int format = first >> 2 & 3;
        position = start;
        int header = number(LITERALS_HEADER_BYTES[format]);
        int type = first & 3;
        int size = header >> ((format & 1) == 0 ? 3 : 4);
        return exact && !endsBehind(type == REPEATED ? 1 : size) ? 0 : copy(type, size, into);
    }

    /** Returns whether a block has no sequences, that is, repetitions, behind its literals. */
    private boolean endsBehind(int literalBytes) {
        int sequences = position + literalBytes;
        return sequences >= position && sequences < end && from[sequences] == 0;
    }

    private int copy(int type, int size, byte[] into) {
        int count = Math.max(0, Math.min(Math.min(size, into.length), end - position));
        if (type == RAW && count > 0) {
            System.arraycopy(from, position, into, 0, count);
            return count;
        }
        if (type == REPEATED && count > 0) {
            Arrays.fill(into, 0, count, from[position]);
            return count;
        }
        return 0;
    }

    /** Returns a little-endian number; bytes behind the end count as 0. */
    private int number(int bytes) {
        int value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= position < end ? (from[position] & 0xff) << (Byte.SIZE * i) : 0;
            position++;
        }
        return value;
    }
}
