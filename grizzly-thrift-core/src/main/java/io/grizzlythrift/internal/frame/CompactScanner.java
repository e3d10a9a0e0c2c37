package io.grizzlythrift.internal.frame;

/**
 * Finds the ends of messages in the compact protocol, where integers are varints: seven bits per byte, with the high
 * bit clear in the last byte.
 */
final class CompactScanner extends MessageScanner {
    private static final int PROTOCOL_ID = 0x82;
    private static final int VERSION = 1;
    private static final int VERSION_MASK = 0x1f;
    private static final int LOW_BITS = 0x0f;
    private static final int HIGH_SHIFT = 4;

    /** The size of a list in the high bits of its header if the size follows as a varint. */
    private static final int LONG_LIST = 15;

    private static final int VARINT_BITS = 7;
    private static final int VARINT_MASK = 0x7f;

    /**
     * The parts of a message, apart from bytes to skip, with the largest size of the varint in bytes; 0 for a single
     * byte.
     */
    private enum Part {
        PROTOCOL(0),
        VERSION_AND_TYPE(0),
        SEQUENCE_ID(5),
        NAME_LENGTH(5),
        /** The type of a field, and in the high bits the difference between its id and the previous one. */
        FIELD_HEADER(0),
        /** The id of a field if those bits are 0. */
        FIELD_ID(5),
        INTEGER(10),
        STRING_LENGTH(5),
        /** The type of the elements of a list or a set, and in the high bits their number. */
        LIST_HEADER(0),
        LIST_SIZE(5),
        MAP_SIZE(5),
        /** The type of the values, and in the high bits the type of the keys. */
        MAP_TYPES(0);

        private final int varintBytes;

        Part(int varintBytes) {
            this.varintBytes = varintBytes;
        }
    }

    private Part part;

    /** The bits of a varint read so far, and the number of bytes that held them. */
    private int value;

    private int varintBytes;

    /** The type of the field or of the elements whose header is being read. */
    private int pendingType;

    /** The size of the map whose types follow. */
    private int mapSize;

    CompactScanner(int maxBytes) {
        super(maxBytes);
        expectMessage();
    }

    private void expect(Part next) {
        part = next;
        value = 0;
        varintBytes = 0;
    }

    @Override
    void expectMessage() {
        expect(Part.PROTOCOL);
    }

    @Override
    void expectField() {
        expect(Part.FIELD_HEADER);
    }

    @Override
    int next(byte[] bytes, int from, int to) throws MalformedMessageException {
        byte read = bytes[from];
        if (part.varintBytes == 0) {
            end(read & 0xff);
            return from + 1;
        }
        value |= (read & VARINT_MASK) << (VARINT_BITS * varintBytes); // overflows if long: only its size matters
        varintBytes++;
        if (read >= 0) {
            end(value);
        } else if (varintBytes == part.varintBytes) {
            throw new MalformedMessageException("a varint has more than " + varintBytes + " bytes");
        }
        return from + 1;
    }

    private void end(int read) throws MalformedMessageException {
        switch (part) {
            case PROTOCOL -> {
                require(read == PROTOCOL_ID, read);
                expect(Part.VERSION_AND_TYPE);
            }
            case VERSION_AND_TYPE -> {
                require((read & VERSION_MASK) == VERSION, (PROTOCOL_ID << Byte.SIZE) | read);
                expect(Part.SEQUENCE_ID);
            }
            case SEQUENCE_ID -> expect(Part.NAME_LENGTH);
            case NAME_LENGTH -> {
                skipText(read);
                openStruct();
            }
            case FIELD_HEADER -> beginField(read);
            case FIELD_ID -> expectFieldValue();
            case INTEGER -> endValue();
            case STRING_LENGTH -> {
                skipText(read);
                endValue();
            }
            case LIST_HEADER -> beginList(read);
            case LIST_SIZE -> openList(pendingType, read);
            case MAP_SIZE -> beginMap(read);
            case MAP_TYPES -> openMap(read >>> HIGH_SHIFT, read & LOW_BITS, mapSize);
        }
    }

    private static void require(boolean isMessage, int begin) throws MalformedMessageException {
        if (!isMessage) {
            throw new MalformedMessageException(
                    "a message of the compact protocol begins with 0x" + Integer.toHexString(begin));
        }
    }

    private void beginField(int header) throws MalformedMessageException {
        pendingType = header & LOW_BITS;
        if (pendingType == 0) {
            closeStruct();
        } else if (header == pendingType) {
            expect(Part.FIELD_ID);
        } else {
            expectFieldValue();
        }
    }

    private void expectFieldValue() throws MalformedMessageException {
        if (pendingType == 1 || pendingType == 2) { // true, false: the type is the value
            endValue();
        } else {
            expectValue(pendingType);
        }
    }

    private void beginList(int header) throws MalformedMessageException {
        pendingType = header & LOW_BITS;
        int size = header >>> HIGH_SHIFT;
        if (size == LONG_LIST) {
            expect(Part.LIST_SIZE);
        } else {
            openList(pendingType, size);
        }
    }

    private void beginMap(int size) throws MalformedMessageException {
        if (size == 0) { // without types
            openMap(0, 0, 0);
        } else {
            mapSize = size;
            expect(Part.MAP_TYPES);
        }
    }

    @Override
    int fixedBytes(int type) throws MalformedMessageException {
        return switch (type) {
            case 1, 2, 3 -> 1; // bool as an element, byte
            case 7 -> Double.BYTES;
            case 13 -> 16; // uuid
            case 4, 5, 6, 8, 9, 10, 11, 12 -> VARIABLE; // i16, i32, i64, string, list, set, map, struct
            default -> throw new MalformedMessageException("the compact protocol has no type " + type);
        };
    }

    @Override
    void expectVariable(int type) throws MalformedMessageException {
        switch (type) {
            case 8 -> expect(Part.STRING_LENGTH);
            case 9, 10 -> expect(Part.LIST_HEADER);
            case 11 -> expect(Part.MAP_SIZE);
            case 12 -> openStruct();
            default -> expect(Part.INTEGER);
        }
    }
}
