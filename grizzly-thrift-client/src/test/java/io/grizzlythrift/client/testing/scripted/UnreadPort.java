package io.grizzlythrift.client.testing.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports that accept connections which nobody reads. */
public final class UnreadPort {
    /** Set, since a kernel may let the buffer of a socket that nobody reads grow to tens of megabytes. */
    private static final int RECEIVE_BUFFER_BYTES = 64 * 1024;

    private static final int BACKLOG = 10;

    private UnreadPort() {}

    /** Returns a listener whose connections take in little before somebody reads them. */
    public static ServerSocket open() throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        return listener;
    }
}
