package io.grizzlythrift.tls;

import io.grizzlythrift.internal.frame.FormatGuess;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Converts TLS failures to exceptions whose message states the reason in one line. */
final class TlsExceptions {
    private static final String PREFIX = "TLS: ";

    private TlsExceptions() {}

    /** @param seen the format that the peer seems to have sent instead of TLS */
    static IOException handshakeFailed(Throwable failure, Optional<FormatGuess> seen) {
        SSLHandshakeException exception =
                new SSLHandshakeException(PREFIX + "the handshake failed: " + reason(failure, seen));
        exception.initCause(failure);
        return exception;
    }

    /** Returns the exception for a failure after the handshake. */
    static IOException connectionFailed(Throwable failure) {
        return new SSLException(PREFIX + reason(failure, Optional.empty()), failure);
    }

    private static String reason(Throwable failure, Optional<FormatGuess> seen) {
        if (seen.isPresent()) {
            return "the peer sent " + seen.get().unframedWords() + ", not TLS";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateExpiredException) {
                return "the certificate of the peer has expired (" + cause.getMessage() + ")";
            }
            if (cause instanceof CertificateNotYetValidException) {
                return "the certificate of the peer is not valid yet (" + cause.getMessage() + ")";
            }
            if (cause instanceof CertPathBuilderException) {
                return "the certificate of the peer was not issued by a trusted authority (unknown CA)";
            }
        }
        if (failure instanceof EOFException) {
            return "the peer closed the connection; does it speak TLS?";
        }
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        if (failure.getClass() == IOException.class || failure instanceof SocketException) { // not from the TLS engine
            return "the connection broke (" + message + "); does the peer speak TLS?";
        }
        if (message.startsWith("Illegal server name")) { // the rest quotes the peer, whose bytes are never logged
            return "the peer asked for an invalid server name";
        }
        return message.contains("plaintext connection") || message.contains("unrecognized SSL message")
                ? "the peer sent something other than TLS, perhaps plain text"
                : message;
    }
}
