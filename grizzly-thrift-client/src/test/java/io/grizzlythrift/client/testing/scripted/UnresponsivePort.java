package io.grizzlythrift.client.testing.scripted;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.testng.SkipException;

/** A port whose backlog is full, so that Linux drops further connection requests and connecting never ends. */
public final class UnresponsivePort implements AutoCloseable {
    private static final int MAX_FILLERS = 64;
    private static final long CONNECT_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final ServerSocket listener;
    private final List<SocketChannel> fillers = new ArrayList<>();

    private UnresponsivePort(InetAddress address, int number) throws IOException {
        listener = new ServerSocket(number, 1, address);
    }

    public static UnresponsivePort open() throws IOException {
        return open(InetAddress.getLoopbackAddress(), 0);
    }

    /** Opens a port with this number at a loopback address; 0 for any free port. */
    public static UnresponsivePort open(InetAddress address, int number) throws IOException {
        UnresponsivePort port = new UnresponsivePort(address, number);
        for (int i = 0; i < MAX_FILLERS; i++) {
            if (!port.connectOneMore()) {
                return port;
            }
        }
        port.close();
        System.out.println("skipped: this system accepts more connections than a backlog of 1 allows");
        throw new SkipException("cannot create an unresponsive port");
    }

    private boolean connectOneMore() throws IOException {
        SocketChannel filler = SocketChannel.open();
        fillers.add(filler);
        filler.configureBlocking(false);
        boolean connected = filler.connect(listener.getLocalSocketAddress());
        long deadline = System.nanoTime() + CONNECT_NANOS;
        while (!connected && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            connected = filler.finishConnect();
        }
        return connected;
    }

    public int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel filler : fillers) {
            filler.close();
        }
        listener.close();
    }
}
