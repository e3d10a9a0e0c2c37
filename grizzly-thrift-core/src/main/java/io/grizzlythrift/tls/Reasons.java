package io.grizzlythrift.tls;

import java.io.EOFException;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Says in one line why TLS failed. */
final class Reasons {
    private static final String PREFIX = "TLS: ";

    private Reasons() {}

    /** The failure of a handshake, with a message that names the reason. */
    static IOException ofHandshake(Throwable failure) {
        SSLHandshakeException told = new SSLHandshakeException(PREFIX + "the handshake failed: " + reason(failure));
        told.initCause(failure);
        return told;
    }

    /** The failure of a connection that was established. */
    static IOException ofConnection(Throwable failure) {
        return new SSLException(PREFIX + reason(failure), failure);
    }

    private static String reason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return "the certificate of the peer has expired (" + cause.getMessage() + ")";
            }
            if (cause instanceof CertificateNotYetValidException) {
                return "the certificate of the peer is not valid yet (" + cause.getMessage() + ")";
            }
            if (cause instanceof CertPathBuilderException) {
                return "the certificate of the peer was issued by nobody who is trusted (unknown CA)";
            }
        }
        if (failure instanceof EOFException) {
            return "the peer closed the connection; does it speak TLS?";
        }
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        if (message.startsWith("Illegal server name")) { // and goes on with what the peer wrote
            return "the server name that the peer asked for is none";
        }
        return message.contains("plaintext connection") || message.contains("unrecognized SSL message")
                ? "what came is not TLS, perhaps plain text"
                : message;
    }
}
