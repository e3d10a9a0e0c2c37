package io.grizzlythrift.frame;

import java.io.IOException;

/**
 * Thrown for bytes that cannot begin a frame, and for a frame for which there is no memory. The connection cannot be used
 * any more and is terminated with this exception as the cause in its {@link org.glassfish.grizzly.CloseReason}.
 */
public final class FrameException extends IOException {
    private static final long serialVersionUID = 1L;

    private static final int STRICT_BINARY = 0x80010000;
    private static final int VERSION_MASK = 0xffff0000;
    private static final int COMPACT_ID = 0x82;
    private static final int TLS_HANDSHAKE_RECORD = 0x16;
    private static final int TLS_MAJOR_VERSION = 3;

    private FrameException(String message) {
        super(message);
    }

    /**
     * Creates the exception for a length outside 1 to {@code maxFrameBytes}. The message guesses the protocol that the
     * peer speaks instead.
     */
    static FrameException ofLength(int length, int maxFrameBytes) {
        String likeness = likeness(length);
        if (!likeness.isEmpty()) {
            return new FrameException("the first bytes look like " + likeness + "; this port takes framed Thrift");
        }
        return new FrameException("frame length " + length + " is not 1 to " + maxFrameBytes);
    }

    /** Creates the exception for a frame for which there is no memory. */
    static FrameException ofMemory(String reason) {
        return new FrameException(reason);
    }

    private static String likeness(int word) {
        if ((word & VERSION_MASK) == STRICT_BINARY) {
            return "an unframed message of the binary protocol";
        }
        if (word >>> 24 == COMPACT_ID) {
            return "an unframed message of the compact protocol";
        }
        if (word >>> 24 == TLS_HANDSHAKE_RECORD && (word >>> 16 & 0xff) == TLS_MAJOR_VERSION) {
            return "TLS";
        }
        String text = new String(new char[] {
            (char) (word >>> 24), (char) (word >>> 16 & 0xff), (char) (word >>> 8 & 0xff), (char) (word & 0xff)
        });
        return switch (text) {
            case "GET ", "POST", "PUT ", "HEAD", "DELE", "OPTI", "PATC", "CONN", "TRAC", "PRI " -> "HTTP";
            case "[1,\"" -> "an unframed message of the JSON protocol";
            default -> "";
        };
    }
}
