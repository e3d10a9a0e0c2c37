package io.grizzlythrift.internal.header;

import java.util.Arrays;

/**
 * Finds the first bytes of a zlib stream without decompressing it. Reads at most the first two blocks, and at
 * most one table of codes, which is most of the cost, whatever the stream contains. Throws nothing and keeps nothing.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc1951">RFC 1951: DEFLATE</a>
 */
final class ZlibPeek {
    private static final int HEADER_BYTES = 2;
    private static final int MAX_BLOCKS = 2;
    private static final int MAX_CODE_BITS = 15;
    private static final int END_OF_BLOCK = 256;
    private static final int MAX_LITERAL_CODES = 288;
    private static final int MAX_DISTANCE_CODES = 32;
    private static final int LENGTH_CODES = 19;
    private static final int[] LENGTH_CODE_ORDER = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    private static final Codes FIXED = new Codes(fixedLengths(), MAX_LITERAL_CODES);

    /** The result of reading bits or a symbol that the stream does not have. */
    private static final int NONE = -1;

    private final byte[] from;
    private final int end;
    private final byte[] into;
    private int position;
    private int size;

    /** The bits of the last bytes that were not read yet, the next one lowest. */
    private int buffered;

    private int bufferedBits;

    private ZlibPeek(byte[] from, int offset, int length, byte[] into) {
        this.from = from;
        this.into = into;
        position = offset + HEADER_BYTES;
        end = offset + length;
    }

    /**
     * Writes the first decompressed bytes.
     *
     * @return their number; less than {@code into.length} if they cannot be found
     */
    static int peek(byte[] from, int offset, int length, byte[] into) {
        ZlibPeek peek = new ZlibPeek(from, offset, length, into);
        for (int block = 0; block < MAX_BLOCKS && peek.size < into.length; block++) {
            if (!peek.block()) {
                break;
            }
        }
        return peek.size;
    }

    /** Returns whether another block follows that may be read. None is read behind one with a table. */
    private boolean block() {
        int last = bits(1);
        boolean ended = switch (bits(2)) {
            case 0 -> stored();
            case 1 -> literals(FIXED);
            case 2 -> dynamic();
            default -> false;
        };
        return ended && last == 0;
    }

    private boolean stored() {
        bufferedBits = 0; // fewer than 8, up to the end of the byte
        int length = bits(16);
        int complement = bits(16);
        if (complement == NONE || length != (~complement & 0xffff)) {
            return false;
        }
        int count = Math.min(Math.min(length, end - position), into.length - size);
        System.arraycopy(from, position, into, size, count);
        size += count;
        position += count;
        return count == length;
    }

    private boolean dynamic() {
        int literalCodes = bits(5) + 257;
        int distanceCodes = bits(5) + 1;
        int lengthCodes = bits(4) + 4;
        byte[] lengths = new byte[MAX_LITERAL_CODES + MAX_DISTANCE_CODES];
        for (int i = 0; i < lengthCodes; i++) {
            lengths[LENGTH_CODE_ORDER[i]] = (byte) Math.max(0, bits(3));
        }
        Codes ofLengths = new Codes(lengths, LENGTH_CODES);
        Arrays.fill(lengths, 0, LENGTH_CODES, (byte) 0);
        for (int i = 0; i < literalCodes + distanceCodes; ) {
            int symbol = symbol(ofLengths);
            if (symbol == NONE) {
                return false;
            }
            if (symbol <= MAX_CODE_BITS) {
                lengths[i++] = (byte) symbol;
                continue;
            }
            byte repeated = symbol == 16 && i > 0 ? lengths[i - 1] : 0;
            int times = switch (symbol) {
                case 16 -> bits(2) + 3;
                case 17 -> bits(3) + 3;
                default -> bits(7) + 11;
            };
            int to = Math.min(lengths.length, i + times);
            Arrays.fill(lengths, i, to, repeated);
            i = to;
        }
        literals(new Codes(lengths, literalCodes));
        return false;
    }

    /** Reads bytes up to the first repetition. Returns whether the block ended before. */
    private boolean literals(Codes codes) {
        while (size < into.length) {
            int symbol = symbol(codes);
            if (symbol == NONE || symbol >= END_OF_BLOCK) {
                return symbol == END_OF_BLOCK;
            }
            into[size++] = (byte) symbol;
        }
        return false;
    }

    private int symbol(Codes codes) {
        int code = 0;
        int first = 0;
        int index = 0;
        for (int bits = 1; bits <= MAX_CODE_BITS; bits++) {
            int bit = bits(1);
            if (bit == NONE) {
                return NONE;
            }
            code |= bit;
            int count = codes.counts[bits];
            if (code - first < count) {
                return codes.symbols[index + code - first];
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        return NONE;
    }

    private int bits(int count) {
        while (bufferedBits < count) {
            if (position >= end) {
                return NONE;
            }
            buffered = (buffered & ((1 << bufferedBits) - 1)) | ((from[position++] & 0xff) << bufferedBits);
            bufferedBits += Byte.SIZE;
        }
        int value = buffered & ((1 << count) - 1);
        buffered >>>= count;
        bufferedBits -= count;
        return value;
    }

    private static byte[] fixedLengths() {
        byte[] lengths = new byte[MAX_LITERAL_CODES];
        Arrays.fill(lengths, 0, 144, (byte) 8);
        Arrays.fill(lengths, 144, 256, (byte) 9);
        Arrays.fill(lengths, 256, 280, (byte) 7);
        Arrays.fill(lengths, 280, 288, (byte) 8);
        return lengths;
    }

    /** A canonical Huffman code. */
    private static final class Codes {
        /** The number of codes of each length in bits. */
        private final short[] counts = new short[MAX_CODE_BITS + 1];

        /** The symbols in the order of their codes. */
        private final short[] symbols;

        Codes(byte[] lengths, int count) {
            for (int symbol = 0; symbol < count; symbol++) {
                counts[lengths[symbol]]++;
            }
            symbols = new short[count];
            short[] next = new short[MAX_CODE_BITS + 1];
            for (int bits = 1; bits < MAX_CODE_BITS; bits++) {
                next[bits + 1] = (short) (next[bits] + counts[bits]);
            }
            for (int symbol = 0; symbol < count; symbol++) {
                if (lengths[symbol] != 0) {
                    symbols[next[lengths[symbol]]++] = (short) symbol;
                }
            }
        }
    }
}
