package io.grizzlythrift.scorecard.peer;

import io.grizzlythrift.scorecard.variant.Sizes;
import io.grizzlythrift.scorecard.variant.Wire;
import io.grizzlythrift.test.Await;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.TException;

/** A raw blocking connection to the server. Each operation blocks for at most 20 s. */
public final class Peer implements AutoCloseable {
    private static final int READ_BYTES = 64 * 1024;

    private final Socket connection;
    private final Socket socket;
    private final DataInputStream in;

    private Peer(Socket connection, Socket socket) throws IOException {
        this.connection = connection;
        this.socket = socket;
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), READ_BYTES));
    }

    public static Peer connect(int port, Wire wire) throws IOException {
        return connect(Optional.empty(), port, wire);
    }

    /**
     * Connects to a server on this machine.
     *
     * @param from a separate local address of the loopback network; empty for the shared one
     */
    public static Peer connect(Optional<InetAddress> from, int port, Wire wire) throws IOException {
        Socket connection = new Socket(Proxy.NO_PROXY);
        try {
            if (from.isPresent()) {
                connection.bind(new InetSocketAddress(from.get(), 0));
            }
            int limit = Math.toIntExact(Await.LONG.toMillis());
            connection.setTcpNoDelay(true);
            connection.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), limit);
            connection.setSoTimeout(limit);
            return new Peer(connection, wire.over(connection));
        } catch (IOException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** Sends bytes in one write. */
    public void send(byte[] bytes) throws IOException {
        send(bytes, 0, bytes.length);
    }

    public void send(byte[] bytes, int offset, int length) throws IOException {
        socket.getOutputStream().write(bytes, offset, length);
        socket.getOutputStream().flush();
    }

    /** Reads a message; empty at the end of the stream, after a reset, and if the frame is truncated. */
    public Optional<byte[]> receive() throws IOException {
        try {
            byte[] message = new byte[in.readInt()];
            in.readFully(message);
            return Optional.of(message);
        } catch (EOFException | SocketException ended) {
            return Optional.empty();
        }
    }

    /** Reads a reply; fails at the end of the stream. */
    public Frames.Reply reply() throws IOException, TException {
        return Frames.reply(receive().orElseThrow(() -> new EOFException("closed before the reply")));
    }

    /** Reads a reply in the given dialect. */
    public Frames.Reply reply(RawDialect dialect) throws IOException, TException {
        return dialect.reply(in);
    }

    /** Reads a response of HTTP. */
    public HttpRequests.Response response() throws IOException {
        return HttpRequests.response(in);
    }

    /** Reads the next bytes; fails unless they are the expected ones. */
    public void requireBytes(byte[] expected, byte[] scratch) throws IOException {
        in.readFully(scratch, 0, expected.length);
        int wrong = Arrays.mismatch(scratch, 0, expected.length, expected, 0, expected.length);
        if (wrong >= 0) {
            throw new IOException("a wrong byte at " + wrong + " of " + expected.length);
        }
    }

    /** Waits for the end of the stream, whatever comes before it. */
    public Duration untilClosed() throws IOException {
        long begin = System.nanoTime();
        try {
            byte[] scratch = new byte[READ_BYTES];
            while (in.read(scratch) >= 0) {
                // Only the end matters.
            }
        } catch (SocketException alsoTheEnd) {
            // A reset.
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Fails if the server does not close the connection in time. */
    public void requireClosedWithin(Duration meant) throws IOException {
        Duration limit = Sizes.bound(meant);
        connection.setSoTimeout(Math.toIntExact(limit.toMillis()));
        try {
            untilClosed();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server has not closed a connection within " + limit, e);
        }
    }

    public void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /**
     * Ends the connection as a crash would: the server gets a reset. Does nothing if the connection is closed, as TLS
     * closes it when the server has ended the stream.
     */
    public void reset() throws IOException {
        try {
            connection.setSoLinger(true, 0);
        } catch (SocketException e) {
            if (!connection.isClosed()) {
                throw e;
            }
        }
        connection.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
