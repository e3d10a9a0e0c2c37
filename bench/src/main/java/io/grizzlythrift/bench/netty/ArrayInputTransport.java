package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * Reads from an array, on which protocols are fastest: that of a heap buffer is used directly, and a direct buffer is copied
 * once into an array that is reused. Owned by one thread.
 */
abstract class ArrayInputTransport extends TTransport {
    private static final byte[] NOTHING = {};

    private final TConfiguration configuration = new TConfiguration();
    private byte[] kept = new byte[1024];
    byte[] input = NOTHING;
    int position;

    /** Where reading ends. */
    int end;

    /** Borrows the readable bytes of a buffer until {@link #returnInput}. */
    final void borrow(ByteBuf buffer) {
        int bytes = buffer.readableBytes();
        if (buffer.hasArray()) {
            input = buffer.array();
            position = buffer.arrayOffset() + buffer.readerIndex();
        } else {
            if (kept.length < bytes) {
                kept = new byte[Math.max(bytes, kept.length * 2)];
            }
            buffer.getBytes(buffer.readerIndex(), kept, 0, bytes);
            input = kept;
            position = 0;
        }
        end = position + bytes;
    }

    final void returnInput() {
        input = NOTHING;
        position = 0;
        end = 0;
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
