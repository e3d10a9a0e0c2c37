package io.grizzlythrift.client.testing.scripted;

import static org.testng.Assert.assertTrue;

import io.grizzlythrift.frame.Dialect;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolFactory;

/** A connection of the {@link ScriptedServer}. */
public final class ScriptedConnection {
    private final Socket socket;
    private final Dialect dialect;
    private final TProtocolFactory protocol;
    private final CountDownLatch ended = new CountDownLatch(1);

    public ScriptedConnection(Socket socket, Dialect dialect, TProtocolFactory protocol) throws IOException {
        this.socket = socket;
        this.dialect = dialect;
        this.protocol = protocol;
        socket.setTcpNoDelay(true);
    }

    /** Handles a request. */
    @FunctionalInterface
    public interface RequestHandler {
        void handle(ScriptedRequest request) throws IOException, TException;
    }

    /** Reads until the client closes the connection. */
    public void read(RequestHandler handler) {
        try (socket) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            ScriptedWire wire = ScriptedWire.of(dialect, protocol);
            while (true) {
                handler.handle(ScriptedRequest.parse(this, dialect, protocol, wire.read(in)));
            }
        } catch (IOException e) {
            return; // the connection has ended
        } catch (TException e) {
            throw new IllegalStateException("the client sent a frame that is not a message", e);
        } finally {
            ended.countDown();
        }
    }

    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends frames in one write, so that the client gets them in one read. */
    public void send(byte[]... frames) throws IOException {
        int length = 0;
        for (byte[] frame : frames) {
            length += frame.length;
        }
        byte[] joined = new byte[length];
        int position = 0;
        for (byte[] frame : frames) {
            System.arraycopy(frame, 0, joined, position, frame.length);
            position += frame.length;
        }
        send(joined);
    }

    /** Closes the connection in an orderly way: the client reads the end of the stream. */
    public void finish() throws IOException {
        socket.shutdownOutput();
    }

    /** Resets the connection: the client's next read or write fails. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    public void closeNow() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the client has closed or reset the connection. */
    public void awaitEnd() throws InterruptedException {
        assertTrue(ended.await(ScriptedServer.TIMEOUT_SECONDS, TimeUnit.SECONDS), "the client keeps the connection");
    }

    public boolean isEnded() {
        return ended.getCount() == 0;
    }
}
