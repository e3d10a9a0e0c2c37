package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.FrameOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/** The binary protocol as a {@link MessageProtocol}. Messages without a version are neither read nor written. */
final class BinaryMessageProtocol extends InPlaceProtocol {
    private static final int VERSION_MASK = 0xFFFF_0000;
    private static final int VERSION = 0x8001_0000;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    BinaryMessageProtocol(MessageTransport transport, Optional<ArgumentListener> listener) {
        super(transport, listener);
    }

    @Override
    TMessage decodeMessage() throws TException {
        int versionAndType = readI32();
        if ((versionAndType & VERSION_MASK) != VERSION) {
            throw new TProtocolException(
                    TProtocolException.BAD_VERSION,
                    "the message begins with " + Integer.toHexString(versionAndType)
                            + ", one of the binary protocol with " + Integer.toHexString(VERSION >>> Short.SIZE));
        }
        return new TMessage(decodeName(), (byte) versionAndType, readI32());
    }

    @Override
    void encodeMessage(byte type, byte[] name, int sequenceId) throws TException {
        FrameOutput output = reserve(3 * Integer.BYTES + name.length);
        byte[] array = output.array();
        int start = output.size();
        INT.set(array, start, VERSION | type);
        INT.set(array, start + Integer.BYTES, name.length);
        int end = putName(array, start + 2 * Integer.BYTES, name);
        INT.set(array, end, sequenceId);
        output.advance(end + Integer.BYTES - start);
    }

    @Override
    TField decodeField() throws TException {
        byte type = readByte();
        return field(type, type == TType.STOP ? 0 : readI16());
    }

    @Override
    public void writeFieldBegin(TField field) throws TException {
        FrameOutput output = reserve(1 + Short.BYTES);
        output.array()[output.size()] = field.type;
        SHORT.set(output.array(), output.size() + 1, field.id);
        output.advance(1 + Short.BYTES);
    }

    @Override
    public TMap readMapBegin() throws TException {
        TMap map = new TMap(readByte(), readByte(), decodeLength());
        checkReadBytesAvailable(map);
        return map;
    }

    @Override
    public void writeMapBegin(TMap map) throws TException {
        writeByte(map.keyType);
        encodeElements(map.valueType, map.size);
    }

    @Override
    public TList readListBegin() throws TException {
        TList list = new TList(readByte(), decodeLength());
        checkReadBytesAvailable(list);
        return list;
    }

    @Override
    void encodeElements(byte type, int size) throws TException {
        writeByte(type);
        encodeI32(size);
    }

    @Override
    public boolean readBool() throws TException {
        return readByte() == 1;
    }

    @Override
    public void writeBool(boolean value) throws TException {
        writeByte((byte) (value ? 1 : 0));
    }

    @Override
    public short readI16() throws TException {
        return (short) SHORT.get(input(), consume(Short.BYTES));
    }

    @Override
    public void writeI16(short value) throws TException {
        FrameOutput output = reserve(Short.BYTES);
        SHORT.set(output.array(), output.size(), value);
        output.advance(Short.BYTES);
    }

    @Override
    public int readI32() throws TException {
        return (int) INT.get(input(), consume(Integer.BYTES));
    }

    @Override
    public void writeI32(int value) throws TException {
        state().writeI32(value);
        encodeI32(value);
    }

    private void encodeI32(int value) throws TTransportException {
        FrameOutput output = reserve(Integer.BYTES);
        INT.set(output.array(), output.size(), value);
        output.advance(Integer.BYTES);
    }

    @Override
    public long readI64() throws TException {
        return (long) BIG_ENDIAN_LONG.get(input(), consume(Long.BYTES));
    }

    @Override
    public void writeI64(long value) throws TException {
        FrameOutput output = reserve(Long.BYTES);
        BIG_ENDIAN_LONG.set(output.array(), output.size(), value);
        output.advance(Long.BYTES);
    }

    @Override
    public double readDouble() throws TException {
        return Double.longBitsToDouble(readI64());
    }

    @Override
    public void writeDouble(double value) throws TException {
        writeI64(Double.doubleToLongBits(value));
    }

    @Override
    int decodeSignedLength() throws TException {
        return readI32();
    }

    @Override
    void encodeLength(int length) throws TException {
        encodeI32(length);
    }

    /** {@inheritDoc} Even a struct without fields takes a byte. */
    @Override
    public int getMinSerializedSize(byte type) throws TProtocolException {
        return switch (type) {
            case TType.STOP, TType.VOID, TType.BOOL, TType.BYTE, TType.STRUCT -> 1;
            case TType.I16 -> Short.BYTES;
            case TType.I32, TType.STRING, TType.MAP, TType.SET, TType.LIST -> Integer.BYTES;
            case TType.I64, TType.DOUBLE -> Long.BYTES;
            // facts.md#containers-of-uuids-cannot-be-read
            case TType.UUID -> UUID_BYTES;
            default -> throw new TProtocolException(TProtocolException.INVALID_DATA, "there is no type " + type);
        };
    }
}
