package io.grizzlythrift.client.testing.server;

import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;

/** Keeps track of accepted connections: a TThreadPoolServer that stops waits for their peers to close them. */
public final class TrackingServerSocket extends TServerSocket {
    private final Queue<TSocket> accepted = new ConcurrentLinkedQueue<>();

    public TrackingServerSocket(InetSocketAddress address) throws TTransportException {
        super(address);
    }

    @Override
    public TSocket accept() throws TTransportException {
        TSocket socket = super.accept();
        accepted.add(socket);
        return socket;
    }

    public void closeAccepted() {
        accepted.forEach(TSocket::close);
    }
}
