package io.grizzlythrift.message;

import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;

/** A decorator that makes any protocol of the standard scheme a {@link MessageProtocol}. */
final class DecoratedMessageProtocol extends TProtocolDecorator implements MessageProtocol {
    private final TProtocol decorated;
    private final MessageTransport transport;
    private TMessage nextHeader;
    private boolean argumentsRead;
    private byte writtenType;
    private int writtenExceptionType;

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
    public boolean skipHeader() {
        return false;
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
        writtenExceptionType = TApplicationException.UNKNOWN;
        decorated.writeMessageBegin(message);
    }

    @Override
    public void writeI32(int value) throws TException {
        if (writtenType == TMessageType.EXCEPTION) {
            writtenExceptionType = value;
        }
        decorated.writeI32(value);
    }

    @Override
    public byte writtenType() {
        return writtenType;
    }

    @Override
    public int writtenExceptionType() {
        return writtenExceptionType;
    }

    @Override
    public boolean argumentsRead() {
        return argumentsRead;
    }
}
