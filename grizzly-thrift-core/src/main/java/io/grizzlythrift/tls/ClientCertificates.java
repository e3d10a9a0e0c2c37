package io.grizzlythrift.tls;

/** What a server asks of its clients. Ignored by a client. */
public enum ClientCertificates {
    /** No certificate is asked for. */
    NONE,

    /** One is asked for. A client without one is served; one that is not trusted ends the handshake. */
    WANTED,

    /** One is asked for. Without a trusted one the handshake fails. */
    NEEDED
}
