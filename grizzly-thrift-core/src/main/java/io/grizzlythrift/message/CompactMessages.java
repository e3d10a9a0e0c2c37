package io.grizzlythrift.message;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** The compact protocol as {@link MessageProtocol}, without a decorator between it and generated code. */
final class CompactMessages extends TCompactProtocol implements MessageProtocol {
    private static final int UUID_BYTES = 16;

    private TMessage replayed;
    private boolean argumentsRead;
    private byte writtenType;

    CompactMessages(TTransport transport) {
        super(transport);
    }

    @Override
    public TProtocol protocol() {
        return this;
    }

    @Override
    public TMessage readHeader() throws TException {
        argumentsRead = false;
        writtenType = 0;
        reset();
        return super.readMessageBegin();
    }

    @Override
    public void replay(TMessage header) {
        replayed = header;
    }

    @Override
    public TMessage readMessageBegin() {
        return replayed;
    }

    @Override
    public void readMessageEnd() {
        argumentsRead = true;
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        writtenType = message.type;
        super.writeMessageBegin(message);
    }

    @Override
    public byte writtenType() {
        return writtenType;
    }

    /** {@inheritDoc} libthrift 0.25 does not know the size of a UUID, and so cannot read a container of them. */
    @Override
    public int getMinSerializedSize(byte type) throws TTransportException {
        return type == TType.UUID ? UUID_BYTES : super.getMinSerializedSize(type);
    }

    @Override
    public boolean argumentsRead() {
        return argumentsRead;
    }
}
