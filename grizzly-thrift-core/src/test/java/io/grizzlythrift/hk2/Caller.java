package io.grizzlythrift.hk2;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.gen.Base;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;

/** A connection of libthrift's client to a server. */
public final class Caller implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final TTransport transport;
    private final TProtocol protocol;

    public Caller(ThriftServer server) throws TException {
        this(server.port());
    }

    public Caller(int port) throws TException {
        transport = new TFramedTransport(new TSocket("127.0.0.1", port, TIMEOUT_MILLIS));
        transport.open();
        protocol = new TBinaryProtocol(transport);
    }

    /** Returns a client for calls without a service name. */
    public Base.Client plain() {
        return new Base.Client(protocol);
    }

    /** Returns a client for calls of a named service. */
    public Base.Client of(String service) {
        return new Base.Client(new TMultiplexedProtocol(protocol, service));
    }

    @Override
    public void close() {
        transport.close();
    }
}
