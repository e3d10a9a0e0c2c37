package io.grizzlythrift.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A port that nothing listens on, kept from being given to anybody else. */
final class RefusingPort implements AutoCloseable {
    private final Socket bound = new Socket();

    RefusingPort() throws IOException {
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    int port() {
        return bound.getLocalPort();
    }

    String endpoint() {
        return ScriptedServer.HOST + ":" + port();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
