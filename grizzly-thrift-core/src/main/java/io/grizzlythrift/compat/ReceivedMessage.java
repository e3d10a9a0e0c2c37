package io.grizzlythrift.compat;

import io.grizzlythrift.internal.header.FrameHeader;
import java.util.Optional;
import org.apache.thrift.transport.TTransportException;

/** The bytes of one message, and the position up to which they were read. */
final class ReceivedMessage {
    /** Stands in for a message before the first one. */
    static final ReceivedMessage NONE = new ReceivedMessage(new byte[0], 0, 0, Optional.empty());

    private final byte[] array;
    private final int limit;
    private final Optional<FrameHeader> header;
    private int position;

    /**
     * Creates a message.
     *
     * @param array not reused afterwards, because values that were read may refer to it
     * @param offset the index of the first byte, after a header
     * @param header empty in dialects without headers
     */
    ReceivedMessage(byte[] array, int offset, int length, Optional<FrameHeader> header) {
        this.array = array;
        this.position = offset;
        this.limit = offset + length;
        this.header = header;
    }

    Optional<FrameHeader> header() {
        return header;
    }

    byte[] array() {
        return array;
    }

    int position() {
        return position;
    }

    int remaining() {
        return limit - position;
    }

    void skip(int bytes) {
        position += bytes;
    }

    int read(byte[] into, int offset, int length) throws TTransportException {
        if (length > 0 && position == limit) {
            throw new TTransportException(
                    TTransportException.CORRUPTED_DATA,
                    "nothing is left of the message; each one begins with readMessageBegin of a THeaderProtocol");
        }
        int count = Math.min(length, limit - position);
        System.arraycopy(array, position, into, offset, count);
        position += count;
        return count;
    }

    void requireRemaining(long bytes) throws TTransportException {
        if (bytes < 0 || bytes > remaining()) {
            throw new TTransportException(
                    TTransportException.MESSAGE_SIZE_LIMIT,
                    "a value of " + bytes + " bytes, must be between 0 and the " + remaining()
                            + " that are left in the message");
        }
    }
}
