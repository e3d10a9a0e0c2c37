package io.grizzlythrift.internal.frame;

import java.io.IOException;

/** Thrown when more bytes are written to a {@link FrameOutput} than fit into an array. */
public final class FrameOverflowException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long needed;

    FrameOverflowException(long needed, long limit) {
        super("the output needs " + needed + " bytes, at most " + limit + " are allowed");
        this.needed = needed;
    }

    /** {@return the size in bytes that the output would have had} */
    public long bytes() {
        return needed;
    }
}
