package io.grizzlythrift.internal.frame;

import java.io.IOException;

/** Thrown for bytes that are not a message of the protocol, or for a message that is too large or too deep. */
public final class MalformedMessageException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedMessageException(String message) {
        super(message);
    }
}
