package io.grizzlythrift.servlet;

import java.net.SocketAddress;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.SocketAddressProvider;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TTransportException;

/** The transport that a {@link org.apache.thrift.TProcessorFactory} receives. Reading and writing throw. */
final class RequestTransport extends TIOStreamTransport implements SocketAddressProvider {
    private final ServletExchange exchange;
    private final SocketAddress local;

    RequestTransport(ServletExchange exchange, SocketAddress local) throws TTransportException {
        super(new TConfiguration());
        this.exchange = exchange;
        this.local = local;
    }

    @Override
    public boolean isOpen() {
        return exchange.isOpen();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return exchange.peer();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        return local;
    }
}
