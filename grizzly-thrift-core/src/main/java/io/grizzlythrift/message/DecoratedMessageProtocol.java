package io.grizzlythrift.message;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;

/** Any protocol of the standard scheme as {@link MessageProtocol}. */
final class DecoratedMessageProtocol extends TProtocolDecorator implements MessageProtocol {
    private final TProtocol decorated;
    private final MessageTransport transport;
    private TMessage replayed;
    private boolean argumentsRead;
    private byte writtenType;

    DecoratedMessageProtocol(TProtocol decorated, MessageTransport transport) {
        super(decorated);
        this.transport = transport;
        this.decorated = decorated;
    }

    @Override
    public TProtocol protocol() {
        return this;
    }

    @Override
    public TMessage readHeader() throws TException {
        argumentsRead = false;
        writtenType = 0;
        transport.retainInput(); // it may make slices of it
        decorated.reset();
        return decorated.readMessageBegin();
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
    public void readMessageEnd() throws TException {
        decorated.readMessageEnd();
        argumentsRead = true;
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        writtenType = message.type;
        decorated.writeMessageBegin(message);
    }

    @Override
    public byte writtenType() {
        return writtenType;
    }

    @Override
    public boolean argumentsRead() {
        return argumentsRead;
    }
}
