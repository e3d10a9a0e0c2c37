package io.grizzlythrift.bench.micro;

import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/** A transport that sends nothing: it remembers what it was given last, without a copy. Nothing can be read from it. */
final class LastWrite extends TEndpointTransport {
    private byte[] array = {};
    private int length;

    LastWrite() throws TTransportException {
        super(new TConfiguration());
    }

    /** What was written last, from index 0; only until the next write. */
    byte[] array() {
        return array;
    }

    /** How many bytes were written last. */
    int length() {
        return length;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws TTransportException {
        if (offset != 0) {
            throw new TTransportException("offset is " + offset + ", must be 0");
        }
        array = bytes;
        length = count;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws TTransportException {
        throw new TTransportException(TTransportException.END_OF_FILE);
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}
}
