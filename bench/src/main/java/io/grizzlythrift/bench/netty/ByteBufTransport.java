package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Reads one frame from an array, and writes a message directly into a ByteBuf. Owned by one thread, and reused for
 * every message.
 *
 * <p>Protocols are fastest on an array: that of a heap buffer is used directly, and a direct buffer is copied once into
 * an array that is reused.
 */
public final class ByteBufTransport extends TTransport {
    private static final byte[] NOTHING = {};

    private final TConfiguration configuration = new TConfiguration();
    private byte[] kept = new byte[1024];
    private byte[] input = NOTHING;
    private int position;
    private int end;
    private ByteBuf output = Unpooled.EMPTY_BUFFER;

    /** Creates a transport without buffers. */
    public ByteBufTransport() {}

    /**
     * Borrows both buffers until {@link #end()}.
     *
     * @param frame the frame to read
     * @param message the buffer to write to, at its writer index
     */
    public void begin(ByteBuf frame, ByteBuf message) {
        int bytes = frame.readableBytes();
        if (frame.hasArray()) {
            input = frame.array();
            position = frame.arrayOffset() + frame.readerIndex();
        } else {
            if (kept.length < bytes) {
                kept = new byte[Math.max(bytes, kept.length * 2)];
            }
            frame.getBytes(frame.readerIndex(), kept, 0, bytes);
            input = kept;
            position = 0;
        }
        end = position + bytes;
        output = message;
    }

    /** Returns both buffers. */
    public void end() {
        input = NOTHING;
        position = 0;
        end = 0;
        output = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws TTransportException {
        int bytes = Math.min(length, end - position);
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
        return end - position;
    }

    @Override
    public void consumeBuffer(int bytes) {
        position += bytes;
    }

    @Override
    public void checkReadBytesAvailable(long bytes) throws TTransportException {
        if (bytes > end - position) {
            throw new TTransportException(
                    TTransportException.END_OF_FILE,
                    bytes + " bytes asked for, but the frame has only " + (end - position));
        }
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        if (length == 1) {
            // Protocols write type and length bytes one by one.
            output.writeByte(source[offset]);
        } else {
            output.writeBytes(source, offset, length);
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
