package io.grizzlythrift.client.internal.sasl;

import java.io.IOException;

/** A frame that the server sent after the negotiation is invalid. The connection cannot continue. */
public final class SaslFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    SaslFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}
