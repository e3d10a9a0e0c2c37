package io.grizzlythrift.testkit.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A client has sent bytes that are not a message. */
public final class MalformedInputException extends IOException {
    private static final long serialVersionUID = 1L;

    public MalformedInputException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
