package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Reads the frames of a read from one array, and writes messages to another, from which all of them leave in one direct
 * buffer. Owned by one thread, and reused for every read.
 *
 * <p>Protocols are fastest on arrays: each read and write of a field costs a bounds check, not the reference count and
 * indexes of a ByteBuf. A direct buffer is copied once per read, not per frame.
 */
public final class FrameTransport extends TTransport {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final byte[] NOTHING = {};

    private final TConfiguration configuration = new TConfiguration();
    private byte[] kept = new byte[1024];
    private byte[] input = NOTHING;
    private int position;
    private int frameEnd;
    private int end;
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
        int bytes = frames.readableBytes();
        if (frames.hasArray()) {
            input = frames.array();
            position = frames.arrayOffset() + frames.readerIndex();
        } else {
            if (kept.length < bytes) {
                kept = new byte[Math.max(bytes, kept.length * 2)];
            }
            frames.getBytes(frames.readerIndex(), kept, 0, bytes);
            input = kept;
            position = 0;
        }
        end = position + bytes;
        frameEnd = position;
    }

    /** Moves to the next frame, wherever the last one was read to. Returns false after the last frame. */
    public boolean nextFrame() {
        if (frameEnd == end) {
            input = NOTHING;
            position = 0;
            frameEnd = 0;
            end = 0;
            return false;
        }
        position = frameEnd + FrameHandler.LENGTH_BYTES;
        frameEnd = position + (int) INT.get(input, frameEnd);
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
        frameEnd = end;
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
    public int read(byte[] target, int offset, int length) throws TTransportException {
        int bytes = Math.min(length, frameEnd - position);
        if (bytes == 0 && length > 0) {
            throw new TTransportException(TTransportException.END_OF_FILE, "the frame has no more bytes");
        }
        System.arraycopy(input, position, target, offset, bytes);
        position += bytes;
        return bytes;
    }

    @Override
    public byte[] getBuffer() {
        return input;
    }

    @Override
    public int getBufferPosition() {
        return position;
    }

    @Override
    public int getBytesRemainingInBuffer() {
        return frameEnd - position;
    }

    @Override
    public void consumeBuffer(int bytes) {
        position += bytes;
    }

    @Override
    public void checkReadBytesAvailable(long bytes) throws TTransportException {
        if (bytes > frameEnd - position) {
            throw new TTransportException(
                    TTransportException.END_OF_FILE,
                    bytes + " bytes asked for, but the frame has only " + (frameEnd - position));
        }
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

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void resetMessageSizeAndConsumedBytes(long newSize) {}
}
