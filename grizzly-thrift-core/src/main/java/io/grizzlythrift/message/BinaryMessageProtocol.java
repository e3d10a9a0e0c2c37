package io.grizzlythrift.message;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransportException;

/** The binary protocol as a {@link MessageProtocol}, without a decorator between the protocol and generated code. */
class BinaryMessageProtocol extends TBinaryProtocol implements ReplayingProtocol {
    private static final int UUID_BYTES = 16;

    private static final int INT_BYTES = 4;

    private final MessageNameCache names = new MessageNameCache();

    /** The buffer in which message headers are encoded. */
    private final ByteBuffer header = ByteBuffer.allocate(3 * INT_BYTES + MessageNameCache.MAX_BYTES);

    private final MessageState state;

    /** Whether the next string is the name in a message header. */
    private boolean nameIsNext;

    private final MessageTransport input;

    private BinaryMessageProtocol(MessageTransport transport, Optional<ArgumentListener> listener) {
        super(transport, true, true);
        input = transport;
        state = new MessageState(listener);
    }

    static MessageProtocol create(MessageTransport transport, Optional<ArgumentListener> listener) {
        return listener.isPresent() && listener.get().readsHeaders()
                ? new ReadingHeaders(transport, listener)
                : new BinaryMessageProtocol(transport, listener);
    }

    /** Checks whether each field is the one that holds headers. */
    private static final class ReadingHeaders extends BinaryMessageProtocol {
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
        return super.readMessageBegin();
    }

    @Override
    public boolean skipHeader() {
        state.beginRead();
        nameIsNext = false;
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
        if (!nameIsNext) {
            return super.readString();
        }
        nameIsNext = false;
        int length = readI32();
        if (length > 0 && length <= MessageNameCache.MAX_BYTES && length <= trans_.getBytesRemainingInBuffer()) {
            trans_.consumeBuffer(length);
            return names.decode(trans_.getBuffer(), trans_.getBufferPosition() - length, length);
        }
        return readStringBody(length);
    }

    /** {@inheritDoc} The result is a slice of the frame. */
    @Override
    public ByteBuffer readBinary() throws TException {
        input.retainInput();
        return super.readBinary();
    }

    /** {@inheritDoc} Writes the header in one piece; libthrift writes each part separately. */
    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        state.beginWrite(message.type);
        byte[] name = names.encode(message.name);
        if (name.length > MessageNameCache.MAX_BYTES) {
            super.writeMessageBegin(message);
            return;
        }
        header.clear();
        header.putInt(VERSION_1 | message.type).putInt(name.length).put(name).putInt(message.seqid);
        trans_.write(header.array(), 0, header.position());
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
