package io.grizzlythrift.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A handshake between two engines without a socket. */
final class InMemoryHandshake {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private InMemoryHandshake() {}

    static void run(SSLEngine client, SSLEngine server) throws SSLException {
        ByteBuffer toServer = ByteBuffer.allocate(1 << 17);
        ByteBuffer toClient = ByteBuffer.allocate(1 << 17);
        client.beginHandshake();
        server.beginHandshake();
        while (isHandshaking(client) || isHandshaking(server)) {
            step(client, toClient, toServer);
            step(server, toServer, toClient);
        }
        step(client, toClient, toServer); // session tickets, which a TLS 1.3 server sends after the handshake
    }

    private static boolean isHandshaking(SSLEngine engine) {
        return engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING;
    }

    private static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws SSLException {
        in.flip();
        boolean more = true;
        while (more) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> engine.wrap(NOTHING, out);
                default -> {
                    more = in.hasRemaining();
                    if (more) {
                        engine.unwrap(in, ByteBuffer.allocate(1 << 15));
                    }
                }
            }
        }
        in.compact();
    }
}
