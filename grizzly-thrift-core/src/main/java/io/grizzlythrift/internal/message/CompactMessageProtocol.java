package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.FrameOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/** The compact protocol as a {@link MessageProtocol}. */
final class CompactMessageProtocol extends InPlaceProtocol {
    private static final byte PROTOCOL_ID = (byte) 0x82;
    private static final int VERSION = 1;
    private static final int VERSION_BITS = 5;

    private static final int MAX_VARINT32_BYTES = 5;
    private static final int MAX_VARINT64_BYTES = 10;
    private static final long UNSIGNED = 0xFFFF_FFFFL;

    private static final int TYPE_BITS = 4;
    private static final int TYPE_MASK = (1 << TYPE_BITS) - 1;
    private static final byte TRUE = 1;
    private static final byte FALSE = 2;

    /** Thrift's types by their numbers in this protocol. */
    private static final byte[] TYPES = {
        TType.STOP,
        TType.BOOL,
        TType.BOOL,
        TType.BYTE,
        TType.I16,
        TType.I32,
        TType.I64,
        TType.DOUBLE,
        TType.STRING,
        TType.LIST,
        TType.SET,
        TType.MAP,
        TType.STRUCT,
        TType.UUID
    };

    /** The numbers in this protocol by Thrift's types; for booleans, which have two, the first. */
    private static final byte[] NUMBERS = numbers();

    /** The largest difference of the ids of two fields that is encoded together with the type. */
    private static final int MAX_ID_DELTA = 15;

    /** Encoded instead of the size of a list or set if that follows. */
    private static final int LONG_SIZE = 15;

    private static final VarHandle LITTLE_ENDIAN_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int USUAL_DEPTH = 16;

    /** The id of the last field of the current struct; 0 before its first. */
    private short lastId;

    /** {@link #lastId} of each struct around the current one. */
    private short[] outerIds = new short[USUAL_DEPTH];

    /** The number of structs around the current one. */
    private int depth;

    /** The field whose header is encoded together with its value, which comes next; null if there is none. */
    private TField boolToWrite;

    /** {@link #TRUE} or {@link #FALSE} if the header of the last field was its value, which was not read yet; or 0. */
    private byte boolToRead;

    CompactMessageProtocol(MessageTransport transport, Optional<ArgumentListener> listener) {
        super(transport, listener);
    }

    private static byte[] numbers() {
        byte[] numbers = new byte[TType.UUID + 1];
        for (int number = TYPES.length - 1; number >= 0; number--) {
            numbers[TYPES[number]] = (byte) number;
        }
        return numbers;
    }

    @Override
    public void reset() {
        depth = 0;
        lastId = 0;
        boolToWrite = null;
        boolToRead = 0;
    }

    @Override
    TMessage decodeMessage() throws TException {
        byte id = readByte();
        if (id != PROTOCOL_ID) {
            throw new TProtocolException(
                    TProtocolException.BAD_VERSION,
                    "the message begins with " + (id & 0xFF) + ", one of the compact protocol with "
                            + (PROTOCOL_ID & 0xFF));
        }
        int versionAndType = readByte() & 0xFF;
        int version = versionAndType & ((1 << VERSION_BITS) - 1);
        if (version != VERSION) {
            throw new TProtocolException(
                    TProtocolException.BAD_VERSION,
                    "the version of the compact protocol is " + version + ", must be " + VERSION);
        }
        int sequenceId = readVarint32();
        return new TMessage(decodeName(), (byte) (versionAndType >> VERSION_BITS), sequenceId);
    }

    @Override
    void encodeMessage(byte type, byte[] name, int sequenceId) throws TException {
        FrameOutput output = reserve(2 + 2 * MAX_VARINT32_BYTES + name.length);
        byte[] array = output.array();
        int start = output.size();
        array[start] = PROTOCOL_ID;
        array[start + 1] = (byte) ((type << VERSION_BITS) | VERSION);
        int end = putVarint(array, start + 2, sequenceId & UNSIGNED);
        end = putVarint(array, end, name.length);
        output.advance(putName(array, end, name) - start);
    }

    @Override
    public TStruct readStructBegin() {
        beginStruct();
        return super.readStructBegin();
    }

    @Override
    public void readStructEnd() {
        endStruct();
    }

    @Override
    public void writeStructBegin(TStruct struct) {
        beginStruct();
    }

    @Override
    public void writeStructEnd() {
        endStruct();
    }

    private void beginStruct() {
        if (depth == outerIds.length) {
            growOuterIds();
        }
        outerIds[depth++] = lastId;
        lastId = 0;
    }

    private void growOuterIds() {
        outerIds = Arrays.copyOf(outerIds, 2 * depth);
    }

    private void endStruct() {
        lastId = outerIds[--depth];
    }

    @Override
    TField decodeField() throws TException {
        int header = readByte();
        if (header == TType.STOP) {
            return field(TType.STOP, (short) 0);
        }
        byte type = typeOf(header);
        int delta = (header >> TYPE_BITS) & MAX_ID_DELTA;
        lastId = delta == 0 ? readI16() : (short) (lastId + delta);
        if (type == TType.BOOL) {
            boolToRead = (byte) (header & TYPE_MASK);
        }
        return field(type, lastId);
    }

    @Override
    public void writeFieldBegin(TField field) throws TException {
        if (field.type == TType.BOOL) {
            boolToWrite = field;
        } else {
            encodeField(field, NUMBERS[field.type]);
        }
    }

    private void encodeField(TField field, byte number) throws TException {
        int delta = field.id - lastId;
        lastId = field.id;
        if (delta > 0 && delta <= MAX_ID_DELTA) {
            writeByte((byte) ((delta << TYPE_BITS) | number));
        } else {
            encodeDistantField(field.id, number);
        }
    }

    private void encodeDistantField(short id, byte number) throws TException {
        FrameOutput output = reserve(1 + MAX_VARINT32_BYTES);
        int start = output.size();
        output.array()[start] = number;
        output.advance(putVarint(output.array(), start + 1, zigzag(id)) - start);
    }

    @Override
    public TMap readMapBegin() throws TException {
        int size = decodeLength();
        int types = size == 0 ? 0 : readByte();
        TMap map = new TMap(typeOf(types >> TYPE_BITS), typeOf(types), size);
        checkReadBytesAvailable(map);
        return map;
    }

    @Override
    public void writeMapBegin(TMap map) throws TException {
        writeVarint32(map.size);
        if (map.size > 0) {
            writeByte((byte) ((NUMBERS[map.keyType] << TYPE_BITS) | NUMBERS[map.valueType]));
        }
    }

    @Override
    public TList readListBegin() throws TException {
        int header = readByte();
        int size = (header >> TYPE_BITS) & LONG_SIZE;
        TList list = new TList(typeOf(header), size == LONG_SIZE ? decodeLength() : size);
        checkReadBytesAvailable(list);
        return list;
    }

    @Override
    void encodeElements(byte type, int size) throws TException {
        if (size < LONG_SIZE) {
            writeByte((byte) ((size << TYPE_BITS) | NUMBERS[type]));
        } else {
            writeByte((byte) ((LONG_SIZE << TYPE_BITS) | NUMBERS[type]));
            writeVarint32(size);
        }
    }

    /** Returns the type whose number is in the lower bits of a header. */
    private static byte typeOf(int header) throws TProtocolException {
        int number = header & TYPE_MASK;
        if (number >= TYPES.length) {
            throw unknownType(number);
        }
        return TYPES[number];
    }

    private static TProtocolException unknownType(int number) {
        return new TProtocolException(
                TProtocolException.INVALID_DATA,
                "the number of a type is " + number + ", must be at most " + (TYPES.length - 1));
    }

    @Override
    public boolean readBool() throws TException {
        byte value = boolToRead == 0 ? readByte() : boolToRead;
        boolToRead = 0;
        return value == TRUE;
    }

    @Override
    public void writeBool(boolean value) throws TException {
        byte number = value ? TRUE : FALSE;
        if (boolToWrite == null) {
            writeByte(number);
        } else {
            encodeField(boolToWrite, number);
            boolToWrite = null;
        }
    }

    @Override
    public short readI16() throws TException {
        return (short) readI32();
    }

    @Override
    public void writeI16(short value) throws TException {
        writeVarint(zigzag(value));
    }

    @Override
    public int readI32() throws TException {
        int zigzag = readVarint32();
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    @Override
    public void writeI32(int value) throws TException {
        state().writeI32(value);
        writeVarint(zigzag(value));
    }

    @Override
    public long readI64() throws TException {
        long zigzag = readVarint(MAX_VARINT64_BYTES);
        return (zigzag >>> 1) ^ -(zigzag & 1);
    }

    @Override
    public void writeI64(long value) throws TException {
        writeVarint((value << 1) ^ (value >> 63));
    }

    @Override
    public double readDouble() throws TException {
        return Double.longBitsToDouble((long) LITTLE_ENDIAN_LONG.get(input(), consume(Long.BYTES)));
    }

    @Override
    public void writeDouble(double value) throws TException {
        FrameOutput output = reserve(Long.BYTES);
        LITTLE_ENDIAN_LONG.set(output.array(), output.size(), Double.doubleToLongBits(value));
        output.advance(Long.BYTES);
    }

    @Override
    int decodeSignedLength() throws TException {
        return readVarint32();
    }

    @Override
    void encodeLength(int length) throws TException {
        writeVarint32(length);
    }

    private int readVarint32() throws TException {
        return (int) readVarint(MAX_VARINT32_BYTES);
    }

    /** Reads a number of up to 64 bits: seven bits per byte, the lowest first; only the last byte is not negative. */
    private long readVarint(int maxBytes) throws TException {
        if (available() > 0 && input()[position()] >= 0) {
            return readByte();
        }
        return readLongVarint(maxBytes);
    }

    private long readLongVarint(int maxBytes) throws TException {
        byte[] input = input();
        int start = position();
        int limit = Math.min(maxBytes, available());
        long value = 0;
        for (int i = 0; i < limit; i++) {
            byte next = input[start + i];
            value |= (long) (next & 0x7F) << (7 * i);
            if (next >= 0) {
                consume(i + 1);
                return value;
            }
        }
        consume(Math.min(maxBytes, limit + 1)); // throws if the frame ends here
        throw new TProtocolException(
                TProtocolException.INVALID_DATA, "a variable-length number has more than " + maxBytes + " bytes");
    }

    /** Returns a number of 32 bits such that small ones, whatever their sign, get few bytes. */
    private static long zigzag(int value) {
        return ((value << 1) ^ (value >> 31)) & UNSIGNED;
    }

    private void writeVarint32(int value) throws TTransportException {
        writeVarint(value & UNSIGNED);
    }

    private void writeVarint(long value) throws TTransportException {
        FrameOutput output = reserve(MAX_VARINT64_BYTES);
        int start = output.size();
        output.advance(putVarint(output.array(), start, value) - start);
    }

    /** Stores a number in an array that has room for it. Returns the index after it. */
    private static int putVarint(byte[] array, int start, long value) {
        int end = start;
        long rest = value;
        while (rest >>> 7 != 0) {
            array[end++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[end++] = (byte) rest;
        return end;
    }

    /** {@inheritDoc} Even a struct without fields takes a byte. */
    @Override
    public int getMinSerializedSize(byte type) {
        return switch (type) {
            case TType.DOUBLE -> Double.BYTES;
            case TType.UUID -> UUID_BYTES;
            default -> 1;
        };
    }
}
