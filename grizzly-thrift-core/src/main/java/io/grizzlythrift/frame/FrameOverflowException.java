package io.grizzlythrift.frame;

import java.io.IOException;

/** More was written into a {@link FrameOutput} than it may hold. */
public final class FrameOverflowException extends IOException {
    private static final long serialVersionUID = 1L;

    FrameOverflowException(long needed, long limit) {
        super("the output needs " + needed + " bytes, at most " + limit + " are allowed");
    }
}
