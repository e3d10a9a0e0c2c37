package io.grizzlythrift.testkit;

import io.grizzlythrift.internal.call.CloseNotice;
import io.grizzlythrift.internal.frame.WireFormat;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.testkit.internal.MalformedInputException;
import io.grizzlythrift.testkit.internal.WireMessage;
import io.grizzlythrift.testkit.internal.WireReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;

/**
 * A connection to a {@link ScriptedServer}. Sending to a client that has closed the connection has no effect. Thread-safe.
 */
public final class ScriptedConnection {
    private final Socket socket;

    /** The connection under TLS; otherwise the same. */
    private final Socket tcp;

    private final int number;
    private final int maxMessageBytes;
    private final Object writing = new Object();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    /** Set if the first call shows that the client understands a close notice. */
    private volatile Optional<WireMessage> understandsNotice = Optional.empty();

    private volatile boolean draining;

    ScriptedConnection(Socket tcp, Socket socket, int number, int maxMessageBytes) {
        this.tcp = tcp;
        this.socket = socket;
        this.number = number;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** Reads messages on this thread until the connection ends. */
    void read(ScriptedServer server) throws IOException {
        try {
            WireReader reader = new WireReader(socket.getInputStream(), maxMessageBytes);
            boolean first = true;
            for (Optional<WireMessage> next = reader.next(); next.isPresent(); next = reader.next()) {
                ReceivedCall call = ReceivedCall.read(server, this, next.get());
                if (first && next.get().firstSequenceId(call.header()) == CloseNotice.CLIENT_ID) {
                    understandsNotice = Optional.of(next.get().withoutBytes());
                }
                first = false;
                server.handle(call);
            }
        } catch (MalformedInputException e) {
            server.failed(e);
        } finally {
            closeSocket();
            closed.complete(null);
        }
    }

    /** {@return the number of the connection: the first one that the server accepted is 1} */
    public int number() {
        return number;
    }

    /** {@return the address of the client} */
    public SocketAddress peerAddress() {
        return socket.getRemoteSocketAddress();
    }

    /** {@return whether neither side has closed the connection, as far as the server knows} */
    public boolean isOpen() {
        return !closed.isDone();
    }

    /** {@return completes when the client has closed the connection, or this server has; never exceptionally} */
    public CompletableFuture<Void> closed() {
        return closed.copy();
    }

    /**
     * Sends bytes as they are, all in one write.
     *
     * @param pieces sent one after the other, such as {@linkplain ReceivedCall#encodeReply encoded replies}
     */
    public void send(byte[]... pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] piece : pieces) {
            all.writeBytes(piece);
        }
        synchronized (writing) {
            try {
                socket.getOutputStream().write(all.toByteArray());
                socket.getOutputStream().flush();
            } catch (IOException e) {
                return; // the client has closed the connection, and the reader notices that
            }
        }
    }

    /** Closes the connection: the client reads the end of the stream. */
    public void close() {
        closeSocket();
    }

    private void closeSocket() {
        try {
            socket.close();
            tcp.close();
        } catch (IOException e) {
            return; // it is closed anyway
        }
    }

    /** Resets the connection: the next read or write of the client fails. */
    public void reset() {
        try {
            tcp.setSoLinger(true, 0);
            tcp.close();
        } catch (IOException e) {
            return; // it is closed
        }
    }

    /** Closes one direction: the client reads the end of the stream, and the server still reads calls. */
    public void halfClose() {
        synchronized (writing) {
            try {
                socket.shutdownOutput();
            } catch (IOException e) {
                return; // it is closed
            }
        }
    }

    /**
     * Asks the client to close the connection after the replies to its calls, as a server of this library does when it
     * drains. Only {@code ThriftClient} understands this, and shows that it does with its first call.
     *
     * @return whether the client was asked; false if it would not understand it, or has not called yet
     */
    public boolean requestClose() {
        Optional<WireMessage> format = understandsNotice;
        format.ifPresent(message -> send(closeNotice(message)));
        return format.isPresent();
    }

    /** Asks the client to close the connection, or else rejects its calls from now on. */
    void drain() {
        draining = !requestClose();
    }

    /** {@return whether calls are rejected because the client cannot be asked to close the connection} */
    boolean isDraining() {
        return draining;
    }

    private static byte[] closeNotice(WireMessage like) {
        boolean compact = like.protocol() == ThriftProtocol.COMPACT;
        WireFormat format = switch (like.dialect()) {
            case UNFRAMED -> compact ? WireFormat.UNFRAMED_COMPACT : WireFormat.UNFRAMED_BINARY;
            case HEADER -> compact ? WireFormat.HEADER_COMPACT : WireFormat.HEADER_BINARY;
            default -> WireFormat.FRAMED;
        };
        try {
            return CloseNotice.encode(format, Optional.of(like.protocol()));
        } catch (TException e) {
            throw new IllegalStateException("a notice cannot be encoded", e);
        }
    }

    @Override
    public String toString() {
        return "connection " + number + (isOpen() ? "" : " (closed)");
    }
}
