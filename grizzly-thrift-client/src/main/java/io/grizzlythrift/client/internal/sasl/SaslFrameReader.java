package io.grizzlythrift.client.internal.sasl;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryPart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.security.sasl.SaslException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/**
 * Takes the frames of a server apart, and joins what is in them: a message may span several frames, and a frame may hold several
 * messages. Frames that are not wrapped are passed on as they arrive. A wrapped one is collected first, in an array that grows
 * with the bytes that have arrived, not with the length that the server claims.
 *
 * <p>Only for the thread that reads the connection.
 */
final class SaslFrameReader {
    private static final int FIRST_CAPACITY = 8 * 1024;

    /** What wrapping adds to a frame, at most. */
    private static final int MAX_OVERHEAD = 64 * 1024;

    private static final byte[] EMPTY = {};

    private final SaslLayer layer;
    private final long maxFrameBytes;
    private final byte[] length = new byte[Integer.BYTES];

    /** How many bytes of the length have been read. */
    private int lengthBytes;

    /** How many bytes of the frame are still to come. */
    private int missing;

    /** The beginning of a wrapped frame. */
    private byte[] frame = EMPTY;

    private int received;

    /** @param maxMessageBytes the length of the longest message */
    SaslFrameReader(SaslLayer layer, int maxMessageBytes) {
        this.layer = layer;
        maxFrameBytes = (long) maxMessageBytes + MAX_OVERHEAD;
    }

    /**
     * Returns what was in the frames of a read.
     *
     * @param read its array is reused for the result, or released
     * @param account is charged for a frame that is incomplete
     * @return null if there is nothing yet
     * @throws IOException if the connection cannot continue
     */
    Buffer read(Buffer read, MemoryManager<?> memory, MemoryAccount account) throws IOException {
        Buffer bytes = read;
        if (!bytes.hasArray() || bytes.isComposite()) {
            byte[] copy = new byte[read.remaining()];
            read.get(copy);
            read.tryDispose();
            bytes = Buffers.wrap(memory, copy);
        }
        int from = bytes.arrayOffset() + bytes.position();
        int to = from + bytes.remaining();
        if (layer.wraps()) {
            byte[] plain = unwrapAll(bytes.array(), from, to, account);
            bytes.tryDispose();
            return plain.length == 0 ? null : Buffers.wrap(memory, plain);
        }
        int end = strip(bytes.array(), from, to);
        if (end == from) {
            bytes.tryDispose();
            return null;
        }
        bytes.limit(bytes.position() + end - from);
        return bytes;
    }

    /** Removes the lengths from some bytes, in place. Returns the index after the last byte that is left. */
    private int strip(byte[] bytes, int from, int to) throws SaslFrameException {
        int end = from;
        int position = from;
        while (position < to) {
            if (missing == 0) {
                position = readLength(bytes, position, to);
            }
            int count = Math.min(missing, to - position);
            if (count > 0) {
                if (end < position) {
                    System.arraycopy(bytes, position, bytes, end, count);
                }
                end += count;
                position += count;
                missing -= count;
            }
        }
        return end;
    }

    /** Reads the length of the next frame, or a part of it. Returns the index after the last byte used. */
    private int readLength(byte[] bytes, int from, int to) throws SaslFrameException {
        int count = Math.min(Integer.BYTES - lengthBytes, to - from);
        System.arraycopy(bytes, from, length, lengthBytes, count);
        lengthBytes += count;
        if (lengthBytes == Integer.BYTES) {
            lengthBytes = 0;
            missing = ByteBuffer.wrap(length).getInt();
            if (missing < 0 || (layer.wraps() && missing > maxFrameBytes)) {
                throw new SaslFrameException(
                        "a frame of SASL has the length " + missing + ", must be 0 to " + maxFrameBytes, null);
            }
        }
        return from + count;
    }

    private byte[] unwrapAll(byte[] bytes, int from, int to, MemoryAccount account) throws IOException {
        byte[] first = EMPTY;
        ByteArrayOutputStream all = null;
        int position = from;
        while (position < to) {
            if (missing == 0) {
                position = readLength(bytes, position, to);
            }
            int count = Math.min(missing, to - position);
            if (count == 0) {
                continue;
            }
            byte[] plain;
            if (count == missing && received == 0) {
                plain = unwrap(bytes, position, count);
            } else {
                append(bytes, position, count, account);
                plain = count == missing ? unwrapCollected(account) : EMPTY;
            }
            position += count;
            missing -= count;
            if (first.length == 0) {
                first = plain;
            } else if (plain.length > 0) {
                if (all == null) {
                    all = new ByteArrayOutputStream(first.length + plain.length + (to - position));
                    all.writeBytes(first);
                }
                all.writeBytes(plain);
            }
        }
        return all == null ? first : all.toByteArray();
    }

    private void append(byte[] bytes, int from, int count, MemoryAccount account) throws SaslFrameException {
        if (received + count > frame.length) {
            int whole = received + missing;
            int capacity = Math.min(whole, Math.max(received + count, Math.max(FIRST_CAPACITY, 2 * frame.length)));
            if (!account.charge(MemoryPart.PARTIAL_FRAMES, capacity - frame.length)) {
                throw new SaslFrameException("no memory is left for a partial frame of SASL", null);
            }
            frame = Arrays.copyOf(frame, capacity);
        }
        System.arraycopy(bytes, from, frame, received, count);
        received += count;
    }

    private byte[] unwrapCollected(MemoryAccount account) throws SaslFrameException {
        byte[] plain = unwrap(frame, 0, received);
        account.release(MemoryPart.PARTIAL_FRAMES, frame.length);
        frame = EMPTY;
        received = 0;
        return plain;
    }

    private byte[] unwrap(byte[] bytes, int from, int count) throws SaslFrameException {
        try {
            byte[] plain = layer.unwrap(bytes, from, count);
            return plain == null ? EMPTY : plain;
        } catch (SaslException | RuntimeException e) { // the JDK also throws others for bytes that are not its own
            throw new SaslFrameException("a frame of SASL cannot be unwrapped: " + e.getMessage(), e);
        }
    }
}
