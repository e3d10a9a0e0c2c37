package io.grizzlythrift.client.testing.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port without a listener, reserved so that no other process gets it. */
public final class RefusingPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public RefusingPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int port() {
        return bound.getLocalPort();
    }

    public String endpoint() {
        return ProbeServer.HOST + ":" + port();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
