package io.grizzlythrift.bench.micro;

import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TEndpointTransport;
import org.apache.thrift.transport.TTransportException;

/** A transport that sends nothing and cannot be read. It keeps a reference to the array of the last write. */
final class LastWrite extends TEndpointTransport {
    private byte[] array = {};
    private int length;

    LastWrite() throws TTransportException {
        super(new TConfiguration());
    }

    /** {@return the array of the last write, whose bytes start at index 0; valid until the next write} */
    byte[] array() {
        return array;
    }

    /** {@return the number of bytes of the last write} */
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
