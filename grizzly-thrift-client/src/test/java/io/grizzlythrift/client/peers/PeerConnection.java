package io.grizzlythrift.client.peers;

import io.grizzlythrift.message.ThriftProtocol;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a program of another language connects.
 *
 * @param pem the file of the authority that a client trusts, or of the key and the certificate of a server; empty
 *     without TLS
 */
record PeerConnection(ThriftProtocol protocol, PeerDialect dialect, Optional<Path> pem) {
    static PeerConnection framed(ThriftProtocol protocol) {
        return new PeerConnection(protocol, PeerDialect.FRAMED, Optional.empty());
    }

    static PeerConnection overHttp(ThriftProtocol protocol) {
        return new PeerConnection(protocol, PeerDialect.HTTP, Optional.empty());
    }

    @Override
    public String toString() {
        return dialect + " in " + protocol + (pem.isPresent() ? " over TLS" : "");
    }
}
