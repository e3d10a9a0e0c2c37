package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.FrameOutput;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/**
 * A {@link MessageProtocol} that decodes values where they are in the frame and encodes them in the array of the
 * output. libthrift's protocols encode each value in an array of their own, from which the transport copies it, and
 * allocate an object for each field that they read.
 */
abstract class InPlaceProtocol extends TProtocol implements ReplayingProtocol {
    static final int UUID_BYTES = 16;

    static final VarHandle BIG_ENDIAN_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final TStruct STRUCT = new TStruct("");

    /**
     * The size of the longest binary value that is copied. A slice would keep the array of a whole read, up to 64 KiB,
     * from being reused, and from being collected for as long as the value is referenced.
     */
    static final int MAX_COPIED_BYTES = 256;

    /** The number of ids, from 0, whose fields are in {@link #FIELDS}. */
    private static final int SHARED_IDS = 32;

    /** Fields by type, then by id. */
    private static final TField[] FIELDS = fields();

    private final MessageTransport transport;
    private final MessageState state;
    private final boolean readsHeaders;
    private final MessageNameCache names = new MessageNameCache();

    InPlaceProtocol(MessageTransport transport, Optional<ArgumentListener> listener) {
        super(transport);
        this.transport = transport;
        state = new MessageState(listener);
        readsHeaders = listener.isPresent() && listener.get().readsHeaders();
    }

    private static TField[] fields() {
        TField[] fields = new TField[(TType.UUID + 1) * SHARED_IDS];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = new TField("", (byte) (i / SHARED_IDS), (short) (i % SHARED_IDS));
        }
        return fields;
    }

    /** Decodes the header of a message. */
    abstract TMessage decodeMessage() throws TException;

    /** Encodes the header of a message. */
    abstract void encodeMessage(byte type, byte[] name, int sequenceId) throws TException;

    /** Decodes the header of a field. */
    abstract TField decodeField() throws TException;

    /** Decodes a length, in bytes or elements, which may be negative if the peer sends nonsense. */
    abstract int decodeSignedLength() throws TException;

    /** Encodes a length in bytes. */
    abstract void encodeLength(int length) throws TException;

    /** Encodes the header of a list or set. */
    abstract void encodeElements(byte type, int size) throws TException;

    @Override
    public final TProtocol protocol() {
        return this;
    }

    @Override
    public final MessageState state() {
        return state;
    }

    @Override
    public final TMessage readHeader() throws TException {
        state.beginRead();
        reset();
        return decodeMessage();
    }

    @Override
    public final boolean skipHeader() {
        state.beginRead();
        reset();
        return true;
    }

    @Override
    public final TMessage readMessageBegin() {
        return state.header();
    }

    @Override
    public final void readMessageEnd() {
        state.endRead();
    }

    @Override
    public final void writeMessageBegin(TMessage message) throws TException {
        state.beginWrite(message.type);
        encodeMessage(message.type, names.encode(message.name), message.seqid);
    }

    @Override
    public final void writeMessageEnd() {}

    @Override
    public TStruct readStructBegin() {
        return STRUCT;
    }

    @Override
    public void readStructEnd() {}

    @Override
    public void writeStructBegin(TStruct struct) {}

    @Override
    public void writeStructEnd() {}

    @Override
    public final TField readFieldBegin() throws TException {
        TField field = decodeField();
        if (readsHeaders && ArgumentHeaderField.isAt(field)) {
            state.peekHeaders(this, transport);
        }
        return field;
    }

    @Override
    public final void writeFieldStop() throws TException {
        writeByte(TType.STOP);
    }

    @Override
    public final void readFieldEnd() {}

    @Override
    public final void writeFieldEnd() {}

    @Override
    public final void readMapEnd() {}

    @Override
    public final void writeMapEnd() {}

    @Override
    public final void writeListBegin(TList list) throws TException {
        encodeElements(list.elemType, list.size);
    }

    @Override
    public final void readListEnd() {}

    @Override
    public final void writeListEnd() {}

    @Override
    public final TSet readSetBegin() throws TException {
        return new TSet(readListBegin());
    }

    @Override
    public final void writeSetBegin(TSet set) throws TException {
        encodeElements(set.elemType, set.size);
    }

    @Override
    public final void readSetEnd() {}

    @Override
    public final void writeSetEnd() {}

    @Override
    public final String readString() throws TException {
        return decodeText(decodeLength());
    }

    @Override
    public final void writeString(String value) throws TException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        encodeLength(bytes.length);
        transport.write(bytes, 0, bytes.length);
    }

    /** {@inheritDoc} The result is a slice of the frame, unless it is short. */
    @Override
    public final ByteBuffer readBinary() throws TException {
        int length = decodeLength();
        int start = consume(length);
        if (length <= MAX_COPIED_BYTES) {
            return ByteBuffer.wrap(Arrays.copyOfRange(input(), start, start + length));
        }
        transport.retainInput();
        return ByteBuffer.wrap(input(), start, length);
    }

    @Override
    public final void writeBinary(ByteBuffer value) throws TException {
        encodeLength(value.remaining());
        if (value.hasArray()) {
            transport.write(value.array(), value.arrayOffset() + value.position(), value.remaining());
        } else {
            transport.write(value.duplicate());
        }
    }

    @Override
    public final UUID readUuid() throws TException {
        byte[] input = input();
        int start = consume(UUID_BYTES);
        return new UUID(
                (long) BIG_ENDIAN_LONG.get(input, start), (long) BIG_ENDIAN_LONG.get(input, start + Long.BYTES));
    }

    @Override
    public final void writeUuid(UUID value) throws TException {
        FrameOutput output = reserve(UUID_BYTES);
        byte[] array = output.array();
        BIG_ENDIAN_LONG.set(array, output.size(), value.getMostSignificantBits());
        BIG_ENDIAN_LONG.set(array, output.size() + Long.BYTES, value.getLeastSignificantBits());
        output.advance(UUID_BYTES);
    }

    @Override
    public final byte readByte() throws TException {
        return input()[consume(1)];
    }

    @Override
    public final void writeByte(byte value) throws TException {
        FrameOutput output = reserve(1);
        output.array()[output.size()] = value;
        output.advance(1);
    }

    /** {@return the array that holds the frame} */
    final byte[] input() {
        return transport.getBuffer();
    }

    /** {@return the index of the next byte in {@link #input}} */
    final int position() {
        return transport.getBufferPosition();
    }

    /** {@return the number of bytes left in the frame} */
    final int available() {
        return transport.getBytesRemainingInBuffer();
    }

    /** Moves on by a number of bytes, and returns the index of the first of them. */
    final int consume(int bytes) throws TTransportException {
        transport.checkReadBytesAvailable(bytes);
        int start = transport.getBufferPosition();
        transport.consumeBuffer(bytes);
        return start;
    }

    /** Decodes a length, in bytes or elements. */
    final int decodeLength() throws TException {
        int length = decodeSignedLength();
        if (length < 0) {
            throw new TProtocolException(
                    TProtocolException.NEGATIVE_SIZE, "a length is " + length + ", must not be negative");
        }
        return length;
    }

    /** Returns a field with a type and an id, which may be shared. */
    static TField field(byte type, short id) {
        boolean shared = type >= 0 && type <= TType.UUID && id >= 0 && id < SHARED_IDS;
        return shared ? FIELDS[type * SHARED_IDS + id] : new TField("", type, id);
    }

    /** Decodes the name of a method. */
    final String decodeName() throws TException {
        int length = decodeLength();
        return length > 0 && length <= MessageNameCache.MAX_BYTES
                ? names.decode(input(), consume(length), length)
                : decodeText(length);
    }

    /** Stores a name in an array that has room for it. Returns the index after it. */
    static int putName(byte[] array, int start, byte[] name) {
        for (int i = 0; i < name.length; i++) { // names are short: the intrinsic copy takes longer
            array[start + i] = name[i];
        }
        return start + name.length;
    }

    private String decodeText(int length) throws TException {
        return length == 0 ? "" : new String(input(), consume(length), length, StandardCharsets.UTF_8);
    }

    /**
     * Makes room in the output: bytes may be stored in its array from its size on. They become a part of the message
     * by {@link FrameOutput#advance}.
     */
    final FrameOutput reserve(int bytes) throws TTransportException {
        return transport.reserve(bytes);
    }
}
