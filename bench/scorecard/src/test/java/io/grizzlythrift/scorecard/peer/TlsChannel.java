package io.grizzlythrift.scorecard.peer;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

/** The client side of TLS on a nonblocking channel. For one thread. */
final class TlsChannel {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** One per thread, because thousands of channels must not have a buffer each. */
    private static final ThreadLocal<ByteBuffer> NETWORK =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(64 * 1024));

    private static final ThreadLocal<ByteBuffer> PLAIN = ThreadLocal.withInitial(() -> ByteBuffer.allocate(32 * 1024));

    private final SocketChannel channel;
    private final SSLEngine engine;

    /** Received bytes that are not a whole record yet. */
    private ByteBuffer received = NOTHING;

    /** Encrypted bytes that the socket has not accepted yet. */
    private ByteBuffer unsent = NOTHING;

    TlsChannel(SocketChannel channel, SSLEngine engine) throws IOException {
        this.channel = channel;
        this.engine = engine;
        engine.beginHandshake();
    }

    /** Continues the handshake as far as possible with the bytes received. Returns whether it is complete. */
    boolean handshake() throws IOException {
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> wrap(NOTHING);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (unwrap() < 0) {
                        return false;
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> {
                    return true;
                }
            }
        }
    }

    /** Encrypts at most one record. Returns the number of bytes consumed: 0 while the socket accepts no more. */
    int write(ByteBuffer plain) throws IOException {
        channel.write(unsent);
        return unsent.hasRemaining() ? 0 : wrap(plain);
    }

    /** Discards received data. Returns the number of plain bytes; fails at the end of the stream. */
    int skip() throws IOException {
        int bytes = 0;
        for (int more = unwrap(); more >= 0; more = unwrap()) {
            bytes += more;
        }
        return bytes;
    }

    private int wrap(ByteBuffer plain) throws IOException {
        ByteBuffer network = NETWORK.get().clear();
        SSLEngineResult result = engine.wrap(plain, network);
        network.flip();
        channel.write(network);
        unsent = network.hasRemaining() ? copy(network) : NOTHING;
        return result.bytesConsumed();
    }

    /** Decrypts one record. Returns the number of its plain bytes, or -1 if it is incomplete. */
    private int unwrap() throws IOException {
        while (true) {
            SSLEngineResult result = engine.unwrap(received, PLAIN.get().clear());
            if (result.getStatus() == Status.CLOSED) {
                throw new EOFException("closed by the server");
            }
            if (result.getStatus() == Status.OK) {
                if (!received.hasRemaining()) {
                    received = NOTHING;
                }
                return result.bytesProduced();
            }
            if (!receive()) {
                return -1;
            }
        }
    }

    private boolean receive() throws IOException {
        ByteBuffer network = NETWORK.get().clear().put(received);
        int count = channel.read(network);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        received = copy(network.flip());
        return count > 0;
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }
}
