package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.HeaderException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * Thrown for bytes that cannot begin a frame or are not a message, and for a frame for which there is no memory. The
 * connection is no longer usable and is terminated with this exception as the cause in its {@link
 * org.glassfish.grizzly.CloseReason}.
 */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isHttp;

    private FrameException(String message) {
        this(message, false);
    }

    private FrameException(String message, boolean isHttp) {
        super(message);
        this.isHttp = isHttp;
    }

    /** Returns whether the bytes are HTTP on a connection that does not accept it. */
    boolean isHttp() {
        return isHttp;
    }

    /**
     * Creates the exception for a length outside 1 to {@code maxFrameBytes}. Its message includes a guess at what the
     * peer speaks instead.
     */
    static FrameException ofLength(int length, int maxFrameBytes) {
        Optional<FormatGuess> guess = guess(length);
        if (guess.isPresent()) {
            return new FrameException(
                    "the first bytes look like " + guess.get().unframedWords() + ", not framed Thrift",
                    guess.get() == FormatGuess.HTTP);
        }
        return new FrameException(
                length > maxFrameBytes
                        ? "a frame has " + length + " bytes, maxFrameBytes is " + maxFrameBytes
                        : "frame length " + length + " is not 1 to maxFrameBytes, which is " + maxFrameBytes);
    }

    private static Optional<FormatGuess> guess(int length) {
        return FormatGuess.ofFirstBytes(
                ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
    }

    /** {@return whether the four bytes of a length are the beginning of another format} */
    static boolean isOtherFormat(int length) {
        return guess(length).isPresent();
    }

    /** Creates the exception for a TLS handshake whose first bytes could also be the length of a frame. */
    static FrameException ofTls() {
        return new FrameException("the first bytes look like TLS, not framed Thrift");
    }

    /** Creates the exception for a connection whose dialect is not accepted. */
    static FrameException ofDialect(Dialect dialect, String seen, Set<Dialect> accepted) {
        return new FrameException(
                "the first bytes look like " + seen + ", accepted are " + accepted, dialect == Dialect.HTTP);
    }

    /** Creates the exception for an invalid or too large message on an unframed connection. */
    static FrameException ofUnframed(MalformedMessageException cause, Optional<FormatGuess> guess) {
        return new FrameException("an unframed message is invalid: " + cause.getMessage()
                + guess.map(seen -> "; it looks like " + seen.unframedWords()).orElse(""));
    }

    /** Creates the exception for a frame whose header is malformed. */
    static FrameException ofHeader(HeaderException cause, Optional<FormatGuess> guess) {
        return new FrameException("a frame is invalid: " + cause.getMessage()
                + guess.map(seen -> "; it looks like " + seen.words()).orElse(""));
    }

    /** Creates the exception for too many persistent headers. */
    static FrameException ofPersistentHeaders(int bytes, int maxBytes) {
        return new FrameException(
                "the persistent headers of a connection have " + bytes + " bytes, the limit is " + maxBytes);
    }

    /** Creates the exception for persistent headers that change too often. */
    static FrameException ofPersistentChanges(int maxBytes) {
        return new FrameException(
                "the persistent headers of a connection change in many frames of one read, to more than " + maxBytes
                        + " bytes together");
    }

    /** Creates the exception for bytes of a connection that was closed meanwhile. */
    static FrameException ofClosed() {
        return new FrameException("the connection was closed before these bytes were split into messages");
    }

    /** Creates the exception for a frame for which there is no memory. */
    static FrameException ofMemory(String reason) {
        return new FrameException(reason);
    }
}
