package io.grizzlythrift.bench.load.raw;

import io.grizzlythrift.bench.load.plan.LoadErrors;
import java.nio.ByteBuffer;

/**
 * Parses the reply frames of one connection, however reads split them, and compares each with the expected reply.
 *
 * <p>Owned by one thread. Checks the length of every frame, and every byte of the first frame and of every
 * {@code verifyEvery}th. A frame of a different length is skipped and counted as wrong, so that the run continues if a
 * server rejects calls, and is reported as invalid. Replies without a length prefix are all assumed to have the
 * expected length, so a wrong one is noticed at the next comparison.
 */
final class ReplyCounter {
    /** A larger length is garbage: no reply of the bench is that large. */
    private static final int MAX_LENGTH = 1 << 30;

    private final ByteBuffer expected;
    private final int prefixBytes;
    private final int expectedLength;
    private final int verifyEvery;
    private final LoadErrors errors;

    /** Number of bytes consumed of the current frame, including its header. */
    private int seen;
    /**
     * Length of the current frame without its header; while the header is incomplete, the value of its bytes so far.
     */
    private int length;

    private boolean comparing;
    private int untilCompared = 1;
    private long right;

    /**
     * @param expected the expected reply with its header, from index 0 to the limit
     * @param prefixBytes size of the length prefix of a reply: 4, or 0 if there is none
     * @param verifyEvery every nth frame is compared byte by byte
     * @param errors records each wrong frame
     */
    ReplyCounter(ByteBuffer expected, int prefixBytes, int verifyEvery, LoadErrors errors) {
        this.expected = expected.duplicate().clear();
        this.prefixBytes = prefixBytes;
        this.expectedLength = expected.capacity() - prefixBytes;
        this.verifyEvery = verifyEvery;
        this.errors = errors;
    }

    /** {@return the number of frames that had the right length and, where compared, the right bytes} */
    long right() {
        return right;
    }

    /**
     * Consumes all bytes of a read.
     *
     * @return the number of frames that ended within {@code bytes}, right or wrong
     * @throws BrokenStreamException if a length is invalid; the connection is then unusable
     */
    int count(ByteBuffer bytes) throws BrokenStreamException {
        int frames = 0;
        while (bytes.hasRemaining()) {
            if (prefixBytes == 0 && seen == 0) {
                begin(expectedLength);
            } else if (seen < prefixBytes && !readHeader(bytes)) {
                break;
            }
            int part = Math.min(bytes.remaining(), prefixBytes + length - seen);
            if (comparing) {
                compare(bytes, part);
            }
            bytes.position(bytes.position() + part);
            seen += part;
            if (seen == prefixBytes + length) {
                frames++;
                if (length == expectedLength) {
                    right++;
                }
                seen = 0;
                length = 0;
            }
        }
        return frames;
    }

    private boolean readHeader(ByteBuffer bytes) throws BrokenStreamException {
        if (seen == 0 && bytes.remaining() >= prefixBytes) {
            length = bytes.getInt();
            seen = prefixBytes;
        } else {
            while (seen < prefixBytes) {
                if (!bytes.hasRemaining()) {
                    return false;
                }
                length = (length << Byte.SIZE) | (bytes.get() & 0xff);
                seen++;
            }
        }
        if (length <= 0 || length > MAX_LENGTH) {
            throw new BrokenStreamException(
                    "a reply frame claims to have " + length + " bytes; expected " + expectedLength);
        }
        begin(length);
        return true;
    }

    private void begin(int replyLength) {
        length = replyLength;
        if (length != expectedLength) {
            comparing = false;
            errors.add("a reply has " + length + " bytes; expected " + expectedLength);
        } else {
            comparing = --untilCompared == 0;
            if (comparing) {
                untilCompared = verifyEvery;
            }
        }
    }

    private void compare(ByteBuffer bytes, int part) {
        int limit = bytes.limit();
        bytes.limit(bytes.position() + part);
        expected.limit(seen + part).position(seen);
        if (bytes.mismatch(expected) >= 0) {
            comparing = false;
            right--;
            errors.add("a reply of the right length has wrong bytes within its bytes " + seen + " to " + (seen + part));
        }
        bytes.limit(limit);
    }

    /** Thrown if the bytes are not Thrift frames. */
    static final class BrokenStreamException extends java.io.IOException {
        private static final long serialVersionUID = 1L;

        BrokenStreamException(String message) {
            super(message);
        }
    }
}
