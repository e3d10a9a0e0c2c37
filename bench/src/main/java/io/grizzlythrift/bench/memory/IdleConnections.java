package io.grizzlythrift.bench.memory;

import io.grizzlythrift.bench.service.Exchange;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Connections that stay open and make calls only on request, one at a time. */
final class IdleConnections implements AutoCloseable {
    private final InetSocketAddress server;
    private final byte[] request;
    private final byte[] reply;
    private final int timeoutMillis;
    private final List<Socket> open = new ArrayList<>();

    /**
     * Prepares connections.
     *
     * @param port port of the server on 127.0.0.1
     * @param exchange the call that each connection makes
     * @param timeout timeout for connecting, and for each reply
     */
    IdleConnections(int port, Exchange exchange, Duration timeout) {
        server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        request = exchange.request();
        reply = exchange.reply();
        timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    /** Opens another connection and makes a call on it. */
    void open() throws InvalidRunException {
        try {
            Socket socket = new Socket(Proxy.NO_PROXY);
            open.add(socket);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(timeoutMillis);
            socket.connect(server, timeoutMillis);
            call(socket);
        } catch (IOException failed) {
            throw new InvalidRunException("the call of connection " + open.size() + " failed: " + failed);
        }
    }

    /** Makes a call on each connection, to check that the server still holds it. */
    void callAll() throws InvalidRunException {
        for (int i = 0; i < open.size(); i++) {
            try {
                call(open.get(i));
            } catch (IOException failed) {
                throw new InvalidRunException(
                        "connection " + (i + 1) + " of " + open.size() + " was not held: " + failed);
            }
        }
    }

    private void call(Socket socket) throws IOException {
        socket.getOutputStream().write(request);
        byte[] answer = socket.getInputStream().readNBytes(reply.length);
        if (answer.length < reply.length) {
            throw new EOFException("closed after " + answer.length + " of " + reply.length + " bytes");
        }
        if (!Arrays.equals(answer, reply)) {
            throw new IOException("a wrong answer");
        }
    }

    @Override
    public void close() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException closedAlready) {
                // It is closed in any case.
            }
        }
        open.clear();
    }
}
