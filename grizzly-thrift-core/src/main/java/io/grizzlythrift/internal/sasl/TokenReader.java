package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.NegotiationStatus;
import java.util.Arrays;

/** Reads the messages of a negotiation: status, length, token. Used by the thread that reads. */
final class TokenReader {
    private final int maxTokenBytes;
    private final PartialBytes token;
    private byte status;
    private int length;
    private int headerBytes;

    TokenReader(int maxTokenBytes, MemoryAccount memory) {
        this.maxTokenBytes = maxTokenBytes;
        token = new PartialBytes(memory);
    }

    /** Takes bytes until a message is complete or too long. Returns the position behind; -1 if there is no memory for them. */
    int take(byte[] read, int from, int to) {
        int position = from;
        while (headerBytes < NegotiationStatus.HEADER_BYTES && position < to) {
            byte next = read[position++];
            if (headerBytes++ == 0) {
                status = next;
            } else {
                length = length << Byte.SIZE | (next & 0xff);
            }
            if (headerBytes == NegotiationStatus.HEADER_BYTES && !isTooLong()) {
                token.begin(length);
            }
        }
        return headerBytes < NegotiationStatus.HEADER_BYTES || isTooLong() ? position : token.take(read, position, to);
    }

    /** {@return whether the announced length is out of bounds} The connection cannot go on. */
    boolean isTooLong() {
        return headerBytes == NegotiationStatus.HEADER_BYTES && (length < 0 || length > maxTokenBytes);
    }

    /** {@return the announced length; may be negative} */
    int length() {
        return length;
    }

    boolean isComplete() {
        return headerBytes == NegotiationStatus.HEADER_BYTES && !isTooLong() && token.isComplete();
    }

    byte status() {
        return status;
    }

    /** Returns the token, and begins with the next message. */
    byte[] next() {
        byte[] complete = Arrays.copyOf(token.array(), token.length());
        close();
        return complete;
    }

    /** Forgets what has arrived. */
    void close() {
        Arrays.fill(token.array(), (byte) 0); // may be a password
        token.release();
        headerBytes = 0;
        length = 0;
    }
}
