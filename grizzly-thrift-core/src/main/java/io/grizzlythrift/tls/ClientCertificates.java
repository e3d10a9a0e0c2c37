package io.grizzlythrift.tls;

/** Determines whether a server asks its clients for a certificate. Clients ignore this option. */
public enum ClientCertificates {
    /** The server does not ask for a certificate. */
    NONE,

    /** The server asks for a certificate. Clients without one are accepted; an untrusted one fails the handshake. */
    WANTED,

    /** The server asks for a certificate. Without a trusted one, the handshake fails. */
    NEEDED
}
