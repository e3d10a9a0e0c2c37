package io.grizzlythrift.internal.message;

import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;

/** A decorator that turns any protocol of the standard scheme into a {@link MessageProtocol}. */
final class DecoratedMessageProtocol extends TProtocolDecorator implements ReplayingProtocol {
    private final TProtocol decorated;
    private final MessageTransport transport;
    private final MessageState state;

    DecoratedMessageProtocol(TProtocol decorated, MessageTransport transport, Optional<ArgumentListener> listener) {
        super(decorated);
        this.transport = transport;
        this.decorated = decorated;
        state = new MessageState(listener);
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
        transport.retainInput(); // the protocol may create slices of the frame
        decorated.reset();
        return decorated.readMessageBegin();
    }

    @Override
    public boolean skipHeader() {
        return false;
    }

    @Override
    public TMessage readMessageBegin() {
        return state.header();
    }

    @Override
    public void readMessageEnd() throws TException {
        decorated.readMessageEnd();
        state.endRead();
    }

    @Override
    public void writeMessageBegin(TMessage message) throws TException {
        state.beginWrite(message.type);
        decorated.writeMessageBegin(message);
    }

    @Override
    public void writeI32(int value) throws TException {
        state.writeI32(value);
        decorated.writeI32(value);
    }
}
