package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Reads the frames of a read from one array, and writes messages to another, from which all of them leave in one direct
 * buffer. Owned by one thread, and reused for every read.
 *
 * <p>Protocols are fastest on arrays: each read and write of a field costs a bounds check, not the reference count and
 * indexes of a ByteBuf. A direct buffer is copied once per read, not per frame.
 */
public final class FrameTransport extends ArrayInputTransport {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The end of the last frame; {@link #end} is that of the current one. */
    private int lastEnd;

    private byte[] output = new byte[1024];
    private int written;
    private int messageStart;

    /** Creates a transport without frames. */
    public FrameTransport() {}

    /**
     * Begins to read frames. Call {@link #nextFrame} before each of them.
     *
     * @param frames complete frames, each after its length; borrowed until the last was read
     */
    public void begin(ByteBuf frames) {
        borrow(frames);
        lastEnd = end;
        end = position;
    }

    /** Moves to the next frame, wherever the last one was read to. Returns false after the last frame. */
    public boolean nextFrame() {
        if (end == lastEnd) {
            returnInput();
            lastEnd = 0;
            return false;
        }
        position = end + FrameHandler.LENGTH_BYTES;
        end = position + (int) INT.get(input, end);
        return true;
    }

    /** Begins a message after those that are written. */
    public void beginMessage() {
        messageStart = written;
        written += FrameHandler.LENGTH_BYTES;
        if (written > output.length) {
            grow(written);
        }
    }

    /** Ends the message and writes its length; a message without bytes is none. */
    public void endMessage() {
        int bytes = written - messageStart - FrameHandler.LENGTH_BYTES;
        if (bytes == 0) {
            written = messageStart;
        } else {
            INT.set(output, messageStart, bytes);
        }
    }

    /** Removes the message that was begun last. */
    public void cancelMessage() {
        written = messageStart;
    }

    /** Removes all frames and messages. */
    public void clear() {
        end = lastEnd;
        nextFrame();
        written = 0;
    }

    /** {@return true if there are messages to take} */
    public boolean hasMessages() {
        return written > 0;
    }

    /**
     * Removes all messages.
     *
     * @param allocator allocates the buffer
     * @return a direct buffer of exactly the messages
     */
    public ByteBuf takeMessages(ByteBufAllocator allocator) {
        ByteBuf messages = allocator.directBuffer(written, written);
        messages.writeBytes(output, 0, written);
        written = 0;
        return messages;
    }

    private void grow(int least) {
        output = Arrays.copyOf(output, Math.max(least, output.length * 2));
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        int at = written;
        written = at + length;
        if (written > output.length) {
            grow(written);
        }
        if (length == 1) {
            // Protocols write type and length bytes one by one.
            output[at] = source[offset];
        } else {
            System.arraycopy(source, offset, output, at, length);
        }
    }
}
