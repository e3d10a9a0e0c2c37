package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.limits.MemoryPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Writes replies as frames of SASL once the connection has authenticated, and as they are before, and on connections without
 * SASL. Called by one thread at a time, like every writer, so frames are written in the order in which they are wrapped.
 */
final class SaslReplyWriter implements ReplyWriter {
    /** Up to this size, the length and the bytes are copied into one write. */
    private static final int COPIED_BYTES = 32 * 1024;

    /** The size of a frame without protection. Clients of libthrift accept 16 MB at most; any message may span several frames. */
    private static final int FRAME_BYTES = 1 << 20;

    private final ReplyWriter raw;

    /** Null until the connection has authenticated. Written by the selector thread before the first call is read. */
    private volatile Optional<SaslExchange.Protection> authenticated;

    SaslReplyWriter(ReplyWriter raw) {
        this.raw = raw;
    }

    /** Writes frames from now on. */
    void begin(Optional<SaslExchange.Protection> protection) {
        authenticated = protection;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Optional<SaslExchange.Protection> known = authenticated;
        if (known == null) {
            raw.write(bytes, offset, length);
        } else if (known.isPresent()) {
            writeWrapped(known.get(), bytes, offset, length);
        } else {
            writeFrames(bytes, offset, length);
        }
    }

    private void writeWrapped(SaslExchange.Protection protection, byte[] bytes, int offset, int length)
            throws IOException {
        int end = offset + length;
        int part = protection.maxWrapBytes();
        for (int from = offset; from < end; from += part) {
            byte[] wrapped;
            try {
                wrapped = protection.wrap(bytes, from, Math.min(part, end - from));
            } catch (RuntimeException e) { // a provider whose context is gone
                throw new IOException("a reply could not be wrapped", e);
            }
            writeFrame(wrapped, 0, wrapped.length);
        }
    }

    private void writeFrames(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        for (int from = offset; from < end; from += FRAME_BYTES) {
            writeFrame(bytes, from, Math.min(FRAME_BYTES, end - from));
        }
    }

    private void writeFrame(byte[] bytes, int offset, int length) throws IOException {
        if (length <= COPIED_BYTES) {
            byte[] frame = new byte[Integer.BYTES + length];
            putLength(frame, length);
            System.arraycopy(bytes, offset, frame, Integer.BYTES, length);
            raw.write(frame, 0, frame.length);
        } else {
            byte[] prefix = new byte[Integer.BYTES];
            putLength(prefix, length);
            raw.write(prefix, 0, prefix.length);
            raw.write(bytes, offset, length);
        }
    }

    private static void putLength(byte[] frame, int length) {
        ByteBuffer.wrap(frame).putInt(length);
    }

    @Override
    public void writeCharged(byte[] bytes, MemoryAccount memory) throws IOException {
        Optional<SaslExchange.Protection> known = authenticated;
        if (known == null) {
            raw.writeCharged(bytes, memory);
        } else if (known.isEmpty() && bytes.length > COPIED_BYTES && bytes.length <= FRAME_BYTES) {
            byte[] prefix = new byte[Integer.BYTES];
            putLength(prefix, bytes.length);
            raw.write(prefix, 0, prefix.length);
            raw.writeCharged(bytes, memory);
        } else {
            write(bytes, 0, bytes.length);
            memory.release(MemoryPart.UNSENT_REPLIES, bytes.length);
        }
    }

    @Override
    public int unsentBytes() {
        return raw.unsentBytes();
    }

    @Override
    public void abort(Throwable cause) {
        raw.abort(cause);
    }
}
