package io.grizzlythrift.internal.frame;

/** Finds the ends of messages in the strict binary protocol, where numbers have fixed sizes. */
final class BinaryScanner extends MessageScanner {
    private static final int VERSION_MASK = 0xffff_0000;
    private static final int VERSION_1 = 0x8001_0000;
    private static final int BYTE_MASK = 0xff;

    /** The parts of a message, apart from bytes to skip, with their sizes in bytes. */
    private enum Part {
        VERSION_AND_TYPE(4),
        NAME_LENGTH(4),
        FIELD_TYPE(1),
        STRING_LENGTH(4),
        /** The type and the number of the elements of a list or a set. */
        LIST_HEADER(5),
        /** The types of the keys and values, and the number of entries. */
        MAP_HEADER(6);

        private final int bytes;

        Part(int bytes) {
            this.bytes = bytes;
        }
    }

    private Part part;

    /** The bytes of the part read so far, and the number of bytes still missing. */
    private long value;

    private int missing;

    BinaryScanner(int maxBytes) {
        super(maxBytes);
        expectMessage();
    }

    private void expect(Part next) {
        part = next;
        value = 0;
        missing = next.bytes;
    }

    @Override
    void expectMessage() {
        expect(Part.VERSION_AND_TYPE);
    }

    @Override
    void expectField() {
        expect(Part.FIELD_TYPE);
    }

    @Override
    int next(byte[] bytes, int from, int to) throws MalformedMessageException {
        int end = Math.min(from + missing, to);
        long read = value;
        for (int position = from; position < end; position++) {
            read = (read << Byte.SIZE) | (bytes[position] & BYTE_MASK);
        }
        missing -= end - from;
        if (missing == 0) {
            end(read);
        } else {
            value = read;
        }
        return end;
    }

    private void end(long read) throws MalformedMessageException {
        int number = (int) read;
        switch (part) {
            case VERSION_AND_TYPE -> {
                if ((number & VERSION_MASK) != VERSION_1) {
                    throw new MalformedMessageException(
                            "a message of the binary protocol begins with 0x" + Integer.toHexString(number));
                }
                expect(Part.NAME_LENGTH);
            }
            case NAME_LENGTH -> {
                skipText(number);
                skip(Integer.BYTES); // the sequence id
                openStruct();
            }
            case FIELD_TYPE -> beginField(number);
            case STRING_LENGTH -> {
                skipText(number);
                endValue();
            }
            case LIST_HEADER -> openList((int) (read >>> Integer.SIZE), number);
            case MAP_HEADER -> {
                int types = (int) (read >>> Integer.SIZE);
                openMap(types >>> Byte.SIZE, types & BYTE_MASK, number);
            }
        }
    }

    private void beginField(int type) throws MalformedMessageException {
        if (type == 0) {
            closeStruct();
        } else {
            skip(Short.BYTES); // the id
            expectValue(type);
        }
    }

    @Override
    int fixedBytes(int type) throws MalformedMessageException {
        return switch (type) {
            case 2, 3 -> 1; // bool, byte
            case 4, 10 -> Long.BYTES; // double, i64
            case 6 -> Short.BYTES; // i16
            case 8 -> Integer.BYTES; // i32
            case 16 -> 16; // uuid
            case 11, 12, 13, 14, 15 -> VARIABLE; // string, struct, map, set, list
            default -> throw new MalformedMessageException("the binary protocol has no type " + type);
        };
    }

    @Override
    void expectVariable(int type) throws MalformedMessageException {
        switch (type) {
            case 11 -> expect(Part.STRING_LENGTH);
            case 12 -> openStruct();
            case 13 -> expect(Part.MAP_HEADER);
            default -> expect(Part.LIST_HEADER);
        }
    }
}
