package io.grizzlythrift.test.server;

import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.ClientKind;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import org.apache.thrift.protocol.TProtocolFactory;

/** A socket on which tests send any bytes. Every read has a timeout. */
public final class RawClient implements AutoCloseable {
    /** Set explicitly, because a kernel may let the buffer of an unread socket grow to tens of megabytes. */
    public static final int RECEIVE_BUFFER_BYTES = 64 * 1024;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    public RawClient(ThriftServer server) throws IOException {
        this(server.addresses().get(0));
    }

    public RawClient(InetSocketAddress address) throws IOException {
        this(address, null);
    }

    /**
     * Connects.
     *
     * @param from the local address, or null for any
     */
    public RawClient(InetSocketAddress address, InetAddress from) throws IOException {
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.bind(new InetSocketAddress(from, 0));
        socket.setTcpNoDelay(true);
        socket.connect(address, ClientKind.TIMEOUT_MILLIS);
        socket.setSoTimeout(ClientKind.TIMEOUT_MILLIS);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Sends bytes as they are. */
    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Sends frames, each with its length prefix, in one write. */
    public RawClient sendFrames(byte[]... frames) throws IOException {
        return send(framed(frames));
    }

    /** Returns frames with their length prefixes, one after the other. */
    public static byte[] framed(byte[]... frames) {
        int length = 0;
        for (byte[] frame : frames) {
            length += Integer.BYTES + frame.length;
        }
        ByteBuffer joined = ByteBuffer.allocate(length);
        for (byte[] frame : frames) {
            joined.putInt(frame.length).put(frame);
        }
        return joined.array();
    }

    /** Returns whether there are unread bytes. */
    public boolean hasBytes() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for the next frame and reads it as a reply. */
    public Reply readReply(TProtocolFactory protocol) throws Exception {
        return new Reply(protocol, readFrame());
    }

    /** Returns what the server sends. */
    public InputStream input() {
        return in;
    }

    public byte[] readBytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    public byte[] readFrame() throws IOException {
        int length = in.readInt();
        if (length <= 0 || length > ClientKind.MAX_BYTES) {
            throw new IOException("the server sent a frame length of " + length);
        }
        byte[] frame = new byte[length];
        in.readFully(frame);
        return frame;
    }

    /** Waits until the server closes the connection. Fails if it sends anything, or keeps it open. */
    public void assertClosedByServer() throws IOException {
        try {
            int read = in.read();
            if (read >= 0) {
                throw new AssertionError("the server sent " + read + " instead of closing the connection");
            }
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server keeps the connection open", e);
        } catch (EOFException | SocketException e) {
            return; // reset: the server closed it with unread bytes
        }
    }

    /** Waits until the server closes the connection, whatever it sends before that. */
    public void readUntilClosedByServer() throws IOException {
        try {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server keeps the connection open", e);
        } catch (SocketException e) {
            return; // reset
        }
    }

    /** Shuts down the output, as a peer that has sent its last call. */
    public RawClient endOutput() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Returns all bytes up to the end of the stream. */
    public byte[] readAll() throws IOException {
        return in.readAllBytes();
    }

    /** Closes the connection with a reset, so that the server knows that replies have no reader. */
    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
