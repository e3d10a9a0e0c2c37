package io.grizzlythrift.header;

import java.io.IOException;

/** Thrown for a payload that cannot be restored. Only its own message is lost: frames keep their boundaries. */
public final class TransformException extends IOException {
    private static final long serialVersionUID = 1L;

    TransformException(String message) {
        super(message);
    }

    TransformException(String message, Throwable cause) {
        super(message, cause);
    }
}
