package io.grizzlythrift.compat;

import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolDecorator;
import org.apache.thrift.transport.TTransport;

/** The protocol of one call, whose transport is the one that the user's factory has made for the connection. */
final class ConnectionProtocol extends TProtocolDecorator {
    private final TTransport transport;

    ConnectionProtocol(TProtocol call, TTransport transport) {
        super(call);
        this.transport = transport;
    }

    @Override
    public TTransport getTransport() {
        return transport;
    }
}
