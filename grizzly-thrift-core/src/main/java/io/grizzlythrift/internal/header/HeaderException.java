package io.grizzlythrift.internal.header;

import java.io.IOException;

/** Thrown for a frame with a malformed header. Its connection is no longer usable. */
public final class HeaderException extends IOException {
    private static final long serialVersionUID = 1L;

    HeaderException(String message) {
        super(message);
    }
}
