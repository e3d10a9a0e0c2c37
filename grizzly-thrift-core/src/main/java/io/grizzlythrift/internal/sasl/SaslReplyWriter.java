package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.reply.ReplyWriter;
import io.grizzlythrift.memory.MemoryPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

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

    /** Whether each reply begins with the length of its frame. Written by the selector thread before the first call is read. */
    private volatile boolean framed;

    /** How many bytes more than those of the replies were written. */
    private final AtomicLong addedBytes = new AtomicLong();

    SaslReplyWriter(ReplyWriter raw) {
        this.raw = raw;
    }

    /** Writes frames from now on. */
    void begin(Optional<SaslExchange.Protection> protection) {
        authenticated = protection;
    }

    /** Writes whole replies that are frames already, without protection, from now on. */
    void passFrames() {
        framed = true;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Optional<SaslExchange.Protection> known = authenticated;
        if (known == null) {
            raw.write(bytes, offset, length);
        } else if (framed) {
            writeFramed(bytes, offset, length);
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
            addedBytes.addAndGet(wrapped.length - Math.min(part, end - from));
        }
    }

    private void writeFrames(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        for (int from = offset; from < end; from += FRAME_BYTES) {
            writeFrame(bytes, from, Math.min(FRAME_BYTES, end - from));
        }
    }

    private void writeFramed(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int from = offset;
        for (int large = nextLarge(bytes, from, end); large < end; large = nextLarge(bytes, from, end)) {
            if (large > from) {
                raw.write(bytes, from, large - from);
            }
            int size = FrameAssembler.bigEndian(bytes, large);
            writeFrames(bytes, large + Integer.BYTES, size);
            addedBytes.addAndGet(-Integer.BYTES); // its own length is replaced
            from = large + Integer.BYTES + size;
        }
        if (from < end) {
            raw.write(bytes, from, end - from);
        }
    }

    /** Returns where the next frame begins that is larger than clients accept; the end if there is none. */
    private static int nextLarge(byte[] bytes, int from, int end) {
        int position = from;
        while (end - position > FRAME_BYTES) {
            int size = FrameAssembler.bigEndian(bytes, position);
            if (size > FRAME_BYTES) {
                return position;
            }
            position += Integer.BYTES + size;
        }
        return end;
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
        addedBytes.addAndGet(Integer.BYTES);
    }

    private static void putLength(byte[] frame, int length) {
        ByteBuffer.wrap(frame).putInt(length);
    }

    @Override
    public void writeCharged(byte[] bytes, MemoryAccount memory) throws IOException {
        Optional<SaslExchange.Protection> known = authenticated;
        if (known == null || (framed && nextLarge(bytes, 0, bytes.length) == bytes.length)) {
            raw.writeCharged(bytes, memory);
        } else if (!framed && known.isEmpty() && bytes.length > COPIED_BYTES && bytes.length <= FRAME_BYTES) {
            byte[] prefix = new byte[Integer.BYTES];
            putLength(prefix, bytes.length);
            raw.write(prefix, 0, prefix.length);
            raw.writeCharged(bytes, memory);
            addedBytes.addAndGet(Integer.BYTES);
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
    public long addedBytes() {
        return addedBytes.get();
    }

    @Override
    public void abort(Throwable cause) {
        raw.abort(cause);
    }
}
