package io.grizzlythrift.thriftcall;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Accepts one connection after the other, reads a little of each, and does what a test wants with it. */
final class HostileServer implements AutoCloseable {
    private final ServerSocket listener;

    /** What to do with a connection, once its first bytes have come. */
    interface Behavior {
        void handle(OutputStream out) throws IOException;
    }

    HostileServer(Behavior behavior) throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(behavior), "hostile");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Behavior behavior) {
        while (!listener.isClosed()) {
            try (Socket socket = listener.accept();
                    InputStream in = socket.getInputStream()) {
                if (in.read() >= 0) {
                    behavior.handle(socket.getOutputStream());
                    in.transferTo(OutputStream.nullOutputStream());
                }
            } catch (IOException e) {
                // the client or the test has closed the socket
            }
        }
    }

    String address() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
