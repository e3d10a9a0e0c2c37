package io.grizzlythrift.internal.json;

import io.grizzlythrift.internal.dispatch.CallTranscoder.Response;
import io.grizzlythrift.internal.memory.MemoryAccount;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Collects the JSON of a reply behind the room for its status, so that it is sent without a copy, and charges it while it grows:
 * any number of threads may convert replies at once.
 */
final class JsonReply extends OutputStream {
    private static final byte[] NO_STATUS = new byte[Response.STATUS_BYTES];

    private final ChargedArray bytes;

    JsonReply(MemoryAccount memory) throws IOException {
        bytes = new ChargedArray(memory, Integer.MAX_VALUE - Long.BYTES);
        write(NO_STATUS);
    }

    /** There is no memory for the reply. */
    static final class NoMemoryException extends IOException {
        private static final long serialVersionUID = 1L;

        NoMemoryException(String message) {
            super(message);
        }
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (!bytes.fits(length) || !bytes.append(source, offset, length)) {
            throw new NoMemoryException(bytes.describeMemory());
        }
    }

    /** Writes the JSON of another reply. */
    void writeJsonOf(JsonReply other) throws IOException {
        write(other.bytes.array(), Response.STATUS_BYTES, other.bytes.size() - Response.STATUS_BYTES);
    }

    /** {@return the array of this object, with the status; write nothing more} */
    ByteBuffer withStatus(int status) {
        return ByteBuffer.wrap(bytes.array(), 0, bytes.size()).putShort(0, (short) status);
    }

    /** Releases the memory, when the reply is about to be copied to the buffer of its thread. The array remains valid. */
    @Override
    public void close() {
        bytes.releaseAll();
    }
}
