package io.grizzlythrift.client.testing.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Ports that accept connections but never read from them. */
public final class UnreadPort {
    /** Set because a kernel may let the receive buffer of an unread socket grow to tens of megabytes. */
    private static final int RECEIVE_BUFFER_BYTES = 64 * 1024;

    private static final int BACKLOG = 10;

    private UnreadPort() {}

    /** Returns a listener whose connections take in little until they are read. */
    public static ServerSocket open() throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        return listener;
    }
}
