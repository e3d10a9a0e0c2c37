package io.grizzlythrift.message;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;

/** The binary protocol as {@link MessageProtocol}, without a decorator between it and generated code. */
final class BinaryMessages extends TBinaryProtocol implements MessageProtocol {
    private TMessage replayed;
    private boolean argumentsRead;

    BinaryMessages(TTransport transport) {
        super(transport, true, true);
    }

    @Override
    public TProtocol protocol() {
        return this;
    }

    @Override
    public TMessage readHeader() throws TException {
        argumentsRead = false;
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
    public boolean argumentsRead() {
        return argumentsRead;
    }
}
