package io.grizzlythrift.compat;

import io.grizzlythrift.internal.connection.ConnectionTransport;
import java.net.SocketAddress;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.jspecify.annotations.Nullable;

/**
 * A connection as the processors, transport factories and event handlers of TThreadPoolServer know it: a TSocket, whose
 * addresses and socket can be asked for. The server reads and writes messages itself, so {@link #read} and {@link #write}
 * fail.
 */
final class ConnectionSocket extends TSocket {
    /** What TFramedTransport writes when it is flushed and nothing was written to it. */
    private static final int EMPTY_FRAME = 4;

    /** Null while the constructor of the superclass runs, which then opens no streams. */
    private final @Nullable ConnectionTransport connection;

    ConnectionSocket(ConnectionTransport connection) throws TTransportException {
        super(connection.channel().socket());
        this.connection = connection;
    }

    @Override
    public boolean isOpen() {
        return connection != null && connection.isOpen();
    }

    /** Closes the connection once the replies that were written have been sent. */
    @Override
    public void close() {
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        throw unsupported();
    }

    /** {@inheritDoc} Ignores the empty frame of a framed transport around this one, which generated code flushes. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        boolean isEmptyFrame = length == EMPTY_FRAME;
        for (int i = 0; isEmptyFrame && i < length; i++) {
            isEmptyFrame = bytes[offset + i] == 0;
        }
        if (!isEmptyFrame) {
            throw unsupported();
        }
    }

    private static TTransportException unsupported() {
        return new TTransportException(
                "this transport only identifies a connection: use the protocol to read and write messages");
    }

    @Override
    public void flush() {}

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return connection == null ? super.getRemoteSocketAddress() : connection.getRemoteSocketAddress();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return connection == null ? super.getLocalSocketAddress() : connection.getLocalSocketAddress();
    }
}
