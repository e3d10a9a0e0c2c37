package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.memory.MemoryAccount;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;

/** Frames that the mechanism protects. Whole ones are unwrapped out of the read; of others, the beginning is kept. */
final class WrappedFrames implements IncomingFrames {
    /** What a mechanism may add to a message: headers, padding, checksums. */
    private static final int MAX_OVERHEAD_BYTES = 4096;

    private static final byte[] NONE = {};

    private final SaslExchange.Protection protection;
    private final MemoryManager<?> buffers;
    private final MemoryAccount memory;
    private final PartialBytes partial;
    private final FrameLength length;
    private boolean begun;
    private long kept;

    WrappedFrames(
            SaslExchange.Protection protection, int maxFrameBytes, MemoryManager<?> buffers, MemoryAccount memory) {
        this.protection = protection;
        this.buffers = buffers;
        this.memory = memory;
        partial = new PartialBytes(memory);
        length = new FrameLength((int) Math.min(Integer.MAX_VALUE, (long) maxFrameBytes + MAX_OVERHEAD_BYTES));
    }

    @Override
    public Buffer take(Buffer read) throws IOException {
        byte[] array = read.array();
        int position = read.arrayOffset() + read.position();
        int to = position + read.remaining();
        byte[] first = NONE;
        ByteArrayOutputStream more = null;
        while (position < to) {
            byte[] plain = NONE;
            if (!length.isComplete()) {
                position = length.take(array, position, to);
                if (length.isComplete() && length.value() == 0) {
                    length.reset();
                }
            } else if (!begun && to - position >= length.value()) {
                plain = protection.unwrap(array, position, length.value());
                position += length.value();
                length.reset();
            } else {
                position = takePartial(array, position, to);
                if (partial.isComplete()) {
                    plain = unwrapPartial();
                }
            }
            if (first.length == 0) {
                first = plain;
            } else if (plain.length > 0) {
                if (more == null) {
                    more = new ByteArrayOutputStream(2 * (first.length + plain.length));
                    more.write(first, 0, first.length);
                }
                more.write(plain, 0, plain.length);
            }
        }
        read.tryDispose();
        if (begun && !memory.mayKeepReading()) {
            memory.pauseReading();
        }
        byte[] messages = more == null ? first : more.toByteArray();
        return messages.length == 0 ? null : Buffers.wrap(buffers, messages);
    }

    private int takePartial(byte[] array, int from, int to) throws IOException {
        if (!begun) {
            begun = true;
            kept++;
            partial.begin(length.value());
        }
        int position = partial.take(array, from, to);
        if (position < 0) {
            throw new IOException("no memory is left for a SASL frame of " + length.value() + " bytes");
        }
        return position;
    }

    private byte[] unwrapPartial() throws IOException {
        byte[] plain = protection.unwrap(partial.array(), 0, partial.length());
        partial.release();
        begun = false;
        length.reset();
        return plain;
    }

    @Override
    public long incompleteFrame() {
        return begun ? kept : 0;
    }
}
