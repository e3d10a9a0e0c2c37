package io.grizzlythrift.client.testing.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that nothing listens on, kept from being given to anybody else. */
public final class RefusingPort implements AutoCloseable {
    private final Socket bound = new Socket();

    public RefusingPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    public int port() {
        return bound.getLocalPort();
    }

    public String endpoint() {
        return ScriptedServer.HOST + ":" + port();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
