package io.grizzlythrift.compat;

import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.protocol.TSet;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.transport.TTransport;

/**
 * Reads and writes the messages of a {@link THeaderTransport}, each in its own protocol: binary or compact. Each
 * message is read by a new protocol, without state from the previous message. A message that could not be written
 * completely is not sent.
 *
 * <p>Used by one thread at a time. It can be wrapped in a {@code TMultiplexedProtocol}.
 */
public final class THeaderProtocol extends TProtocol {
    private final THeaderTransport transport;
    private TProtocol reader;
    private TProtocol writer;

    /**
     * Creates a protocol.
     *
     * @param transport a {@link THeaderTransport}
     * @throws IllegalArgumentException if it is any other transport
     */
    public THeaderProtocol(TTransport transport) {
        super(transport);
        if (!(transport instanceof THeaderTransport headers)) {
            throw new IllegalArgumentException("the transport is "
                    + (transport == null ? "null" : "a " + transport.getClass().getName()) + ", must be a "
                    + THeaderTransport.class.getName() + ": set its Factory as the transport factory, too");
        }
        this.transport = headers;
        reader = ThriftProtocol.BINARY.getProtocol(transport);
        writer = reader;
    }

    /** Creates the protocols of servers. Thread-safe. */
    public static final class Factory implements TProtocolFactory {
        private static final long serialVersionUID = 1L;

        /** Creates a factory. */
        public Factory() {}

        /**
         * {@inheritDoc}
         *
         * @throws IllegalArgumentException if the transport is not a {@link THeaderTransport}
         */
        @Override
        public TProtocol getProtocol(TTransport transport) {
            return new THeaderProtocol(transport);
        }
    }

    /** Waits for the next message. A server replies with an exception to frames whose content it cannot read. */
    @Override
    public TMessage readMessageBegin() throws TException {
        reader = nextMessage().getProtocol(transport);
        TMessage message = reader.readMessageBegin();
        transport.readBegan(message);
        return message;
    }

    private ThriftProtocol nextMessage() throws TException {
        while (true) {
            try {
                return transport.nextMessage();
            } catch (TApplicationException e) {
                writeMessageBegin(new TMessage("", TMessageType.EXCEPTION, transport.getSequenceId()));
                e.write(this);
                writeMessageEnd();
                transport.flush();
            }
        }
    }

    @Override
    public void readMessageEnd() throws TException {
        reader.readMessageEnd();
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        transport.writeBegins(message);
        writer = transport.getProtocol().getProtocol(transport);
        writer.writeMessageBegin(message);
    }

    @Override
    public void writeMessageEnd() throws TException {
        writer.writeMessageEnd();
        transport.writeEnded();
    }

    @Override
    public void reset() {
        reader.reset();
        writer.reset();
    }

    @Override
    public int getMinSerializedSize(byte type) throws TException {
        return reader.getMinSerializedSize(type);
    }

    @Override
    public TStruct readStructBegin() throws TException {
        return reader.readStructBegin();
    }

    @Override
    public void readStructEnd() throws TException {
        reader.readStructEnd();
    }

    @Override
    public TField readFieldBegin() throws TException {
        return reader.readFieldBegin();
    }

    @Override
    public void readFieldEnd() throws TException {
        reader.readFieldEnd();
    }

    @Override
    public TMap readMapBegin() throws TException {
        return reader.readMapBegin();
    }

    @Override
    public void readMapEnd() throws TException {
        reader.readMapEnd();
    }

    @Override
    public TList readListBegin() throws TException {
        return reader.readListBegin();
    }

    @Override
    public void readListEnd() throws TException {
        reader.readListEnd();
    }

    @Override
    public TSet readSetBegin() throws TException {
        return reader.readSetBegin();
    }

    @Override
    public void readSetEnd() throws TException {
        reader.readSetEnd();
    }

    @Override
    public boolean readBool() throws TException {
        return reader.readBool();
    }

    @Override
    public byte readByte() throws TException {
        return reader.readByte();
    }

    @Override
    public short readI16() throws TException {
        return reader.readI16();
    }

    @Override
    public int readI32() throws TException {
        return reader.readI32();
    }

    @Override
    public long readI64() throws TException {
        return reader.readI64();
    }

    @Override
    public UUID readUuid() throws TException {
        return reader.readUuid();
    }

    @Override
    public double readDouble() throws TException {
        return reader.readDouble();
    }

    @Override
    public String readString() throws TException {
        return reader.readString();
    }

    @Override
    public ByteBuffer readBinary() throws TException {
        return reader.readBinary();
    }

    @Override
    public int readFieldBeginData() throws TException {
        return reader.readFieldBeginData();
    }

    @Override
    public void writeStructBegin(TStruct struct) throws TException {
        writer.writeStructBegin(struct);
    }

    @Override
    public void writeStructEnd() throws TException {
        writer.writeStructEnd();
    }

    @Override
    public void writeFieldBegin(TField field) throws TException {
        writer.writeFieldBegin(field);
    }

    @Override
    public void writeFieldEnd() throws TException {
        writer.writeFieldEnd();
    }

    @Override
    public void writeFieldStop() throws TException {
        writer.writeFieldStop();
    }

    @Override
    public void writeMapBegin(TMap map) throws TException {
        writer.writeMapBegin(map);
    }

    @Override
    public void writeMapEnd() throws TException {
        writer.writeMapEnd();
    }

    @Override
    public void writeListBegin(TList list) throws TException {
        writer.writeListBegin(list);
    }

    @Override
    public void writeListEnd() throws TException {
        writer.writeListEnd();
    }

    @Override
    public void writeSetBegin(TSet set) throws TException {
        writer.writeSetBegin(set);
    }

    @Override
    public void writeSetEnd() throws TException {
        writer.writeSetEnd();
    }

    @Override
    public void writeBool(boolean value) throws TException {
        writer.writeBool(value);
    }

    @Override
    public void writeByte(byte value) throws TException {
        writer.writeByte(value);
    }

    @Override
    public void writeI16(short value) throws TException {
        writer.writeI16(value);
    }

    @Override
    public void writeI32(int value) throws TException {
        writer.writeI32(value);
    }

    @Override
    public void writeI64(long value) throws TException {
        writer.writeI64(value);
    }

    @Override
    public void writeUuid(UUID value) throws TException {
        writer.writeUuid(value);
    }

    @Override
    public void writeDouble(double value) throws TException {
        writer.writeDouble(value);
    }

    @Override
    public void writeString(String value) throws TException {
        writer.writeString(value);
    }

    @Override
    public void writeBinary(ByteBuffer value) throws TException {
        writer.writeBinary(value);
    }
}
