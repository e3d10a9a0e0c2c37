package io.grizzlythrift.header;

import java.io.IOException;

/** Thrown for a frame whose header is malformed: its connection cannot be used any more. */
public final class HeaderException extends IOException {
    private static final long serialVersionUID = 1L;

    HeaderException(String message) {
        super(message);
    }
}
