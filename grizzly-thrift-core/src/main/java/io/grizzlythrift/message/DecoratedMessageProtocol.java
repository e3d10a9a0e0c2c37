package io.grizzlythrift.message;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;

/** A decorator that makes any protocol of the standard scheme a {@link MessageProtocol}. */
final class DecoratedMessageProtocol extends TProtocolDecorator implements MessageProtocol {
    private final TProtocol decorated;
    private final MessageTransport transport;
    private TMessage nextHeader;
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
        transport.retainInput(); // the protocol may create slices of the frame
        decorated.reset();
        return decorated.readMessageBegin();
    }

    @Override
    public void replay(TMessage header) {
        nextHeader = header;
    }

    @Override
    public TMessage readMessageBegin() {
        return nextHeader;
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
