package io.grizzlythrift.message;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/** The compact protocol as a {@link MessageProtocol}, without a decorator between the protocol and generated code. */
class CompactMessageProtocol extends TCompactProtocol implements ReplayingProtocol {
    private static final int UUID_BYTES = 16;

    private static final byte PROTOCOL_ID = (byte) 0x82;
    private static final int VERSION = 1;
    private static final int TYPE_SHIFT = 5;
    private static final int MAX_VARINT_BYTES = 5;

    private final MessageNameCache names = new MessageNameCache();

    /** The buffer in which message headers are encoded. */
    private final byte[] header = new byte[2 + MAX_VARINT_BYTES + 1 + MessageNameCache.MAX_BYTES];

    private final MessageState state;

    /** Whether the next string is the name in a message header. */
    private boolean nameIsNext;

    private final MessageTransport input;

    private CompactMessageProtocol(MessageTransport transport, Optional<ArgumentListener> listener) {
        super(transport);
        input = transport;
        state = new MessageState(listener);
    }

    static MessageProtocol create(MessageTransport transport, Optional<ArgumentListener> listener) {
        return listener.isPresent() && listener.get().readsHeaders()
                ? new ReadingHeaders(transport, listener)
                : new CompactMessageProtocol(transport, listener);
    }

    /** Checks whether each field is the one that holds headers. */
    private static final class ReadingHeaders extends CompactMessageProtocol {
        private final MessageTransport transport;

        private ReadingHeaders(MessageTransport transport, Optional<ArgumentListener> listener) {
            super(transport, listener);
            this.transport = transport;
        }

        @Override
        public TField readFieldBegin() throws TException {
            TField field = super.readFieldBegin();
            if (ArgumentHeaderField.isAt(field)) {
                state().peekHeaders(this, transport);
            }
            return field;
        }
    }

    @Override
    public TProtocol protocol() {
        return this;
    }

    @Override
    public MessageState state() {
        return state;
    }

    @Override
    public TMessage readHeader() throws TException {
        state.beginRead();
        nameIsNext = true;
        reset();
        return super.readMessageBegin();
    }

    @Override
    public boolean skipHeader() {
        state.beginRead();
        nameIsNext = false;
        reset();
        return true;
    }

    @Override
    public TMessage readMessageBegin() {
        return state.header();
    }

    @Override
    public void readMessageEnd() {
        state.endRead();
    }

    @Override
    public String readString() throws TException {
        if (nameIsNext) {
            nameIsNext = false;
            int left = trans_.getBytesRemainingInBuffer();
            int length = left == 0 ? 0 : trans_.getBuffer()[trans_.getBufferPosition()];
            if (length > 0 && length <= MessageNameCache.MAX_BYTES && length < left) { // a varint of one byte
                trans_.consumeBuffer(1 + length);
                return names.decode(trans_.getBuffer(), trans_.getBufferPosition() - length, length);
            }
        }
        return super.readString();
    }

    /** {@inheritDoc} The result is a slice of the frame. */
    @Override
    public ByteBuffer readBinary() throws TException {
        input.retainInput();
        return super.readBinary();
    }

    /** {@inheritDoc} Writes the header in one piece; libthrift writes it byte by byte. */
    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        state.beginWrite(message.type);
        byte[] name = names.encode(message.name);
        if (name.length > MessageNameCache.MAX_BYTES) {
            super.writeMessageBegin(message);
            return;
        }
        header[0] = PROTOCOL_ID;
        header[1] = (byte) ((message.type << TYPE_SHIFT) | VERSION);
        int end = 2;
        int rest = message.seqid;
        while ((rest & ~0x7F) != 0) {
            header[end++] = (byte) ((rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        header[end++] = (byte) rest;
        header[end++] = (byte) name.length;
        System.arraycopy(name, 0, header, end, name.length);
        trans_.write(header, 0, end + name.length);
    }

    @Override
    public void writeI32(int value) throws TException {
        state.writeI32(value);
        super.writeI32(value);
    }

    /** {@inheritDoc} Adds the size of a UUID, without which libthrift 0.25 cannot read a container of UUIDs. */
    @Override
    public int getMinSerializedSize(byte type) throws TTransportException {
        return type == TType.UUID ? UUID_BYTES : super.getMinSerializedSize(type);
    }
}
