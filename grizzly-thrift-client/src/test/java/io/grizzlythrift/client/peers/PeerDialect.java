package io.grizzlythrift.client.peers;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;
import java.util.Locale;

/** How a program of another language puts messages on a connection. */
enum PeerDialect {
    FRAMED,
    UNFRAMED,
    HEADER,

    /** With headers, and with messages that zlib compresses. */
    ZLIB,

    /** Each message is the body of a request of HTTP. */
    HTTP;

    /** Returns the protocols that it can carry. */
    List<ThriftProtocol> protocols() {
        return this == FRAMED
                ? List.of(ThriftProtocol.values())
                : List.of(ThriftProtocol.BINARY, ThriftProtocol.COMPACT);
    }

    /** Returns the argument of a program. */
    String argument() {
        return name().toLowerCase(Locale.ROOT);
    }
}
