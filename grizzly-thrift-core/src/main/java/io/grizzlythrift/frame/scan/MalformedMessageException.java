package io.grizzlythrift.frame.scan;

import java.io.IOException;

/** Thrown for bytes that are no message of the protocol, or one that is too large or too deep. */
public final class MalformedMessageException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedMessageException(String message) {
        super(message);
    }
}
