package io.grizzlythrift.message;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;

/** Any protocol of the standard scheme as {@link MessageProtocol}. */
final class DecoratedMessages extends TProtocolDecorator implements MessageProtocol {
    private final TProtocol decorated;
    private TMessage replayed;
    private boolean argumentsRead;

    DecoratedMessages(TProtocol decorated) {
        super(decorated);
        this.decorated = decorated;
    }

    @Override
    public TProtocol protocol() {
        return this;
    }

    @Override
    public TMessage readHeader() throws TException {
        argumentsRead = false;
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
    public boolean argumentsRead() {
        return argumentsRead;
    }
}
