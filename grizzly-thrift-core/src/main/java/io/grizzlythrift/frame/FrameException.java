package io.grizzlythrift.frame;

import io.grizzlythrift.format.FormatGuess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Thrown for bytes that cannot begin a frame, and for a frame for which there is no memory. The connection cannot be used
 * any more and is terminated with this exception as the cause in its {@link org.glassfish.grizzly.CloseReason}.
 */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1L;

    private FrameException(String message) {
        super(message);
    }

    /**
     * Creates the exception for a length outside 1 to {@code maxFrameBytes}. The message guesses what the peer speaks
     * instead.
     */
    static FrameException ofLength(int length, int maxFrameBytes) {
        Optional<FormatGuess> guess = FormatGuess.ofFirstBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
        if (guess.isPresent()) {
            return new FrameException(
                    "the first bytes look like " + guess.get().unframedWords() + ", not framed Thrift");
        }
        return new FrameException(
                length > maxFrameBytes
                        ? "a frame has " + length + " bytes, maxFrameBytes is " + maxFrameBytes
                        : "frame length " + length + " is not 1 to maxFrameBytes, which is " + maxFrameBytes);
    }

    /** Creates the exception for a frame for which there is no memory. */
    static FrameException ofMemory(String reason) {
        return new FrameException(reason);
    }
}
