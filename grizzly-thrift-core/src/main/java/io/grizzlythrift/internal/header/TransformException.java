package io.grizzlythrift.internal.header;

import java.io.IOException;

/**
 * Thrown for a payload that cannot be restored. Only its message is lost, because the boundaries of frames are still
 * known.
 */
public final class TransformException extends IOException {
    private static final long serialVersionUID = 1L;

    TransformException(String message) {
        super(message);
    }

    TransformException(String message, Throwable cause) {
        super(message, cause);
    }
}
