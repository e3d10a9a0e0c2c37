package io.grizzlythrift.compat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/** A connection whose peer has already sent all its bytes. Records the bytes written. */
final class ScriptedTransport extends TTransport {
    private final TConfiguration configuration;
    private final byte[] received;
    private final int chunk;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int position;
    private boolean open = true;

    /** The largest array that was passed to {@link #read}. */
    private int largestArray;

    private TTransportException atEnd =
            new TTransportException(TTransportException.END_OF_FILE, "the script is at its end");
    private TTransportException onWrite;

    /** Creates a connection that delivers at most {@code chunk} bytes at once. */
    ScriptedTransport(int maxFrameSize, int chunk, byte[]... received) {
        configuration = TConfiguration.custom().setMaxFrameSize(maxFrameSize).build();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] each : received) {
            all.writeBytes(each);
        }
        this.received = all.toByteArray();
        this.chunk = chunk;
    }

    /** Sets the exception that a read throws after the last byte. */
    ScriptedTransport throwAtEnd(TTransportException exception) {
        atEnd = exception;
        return this;
    }

    /** Sets the exception that the next write throws. */
    void throwOnWrite(TTransportException exception) {
        onWrite = exception;
    }

    int largestArray() {
        return largestArray;
    }

    /** Returns the bytes written since the last call. */
    byte[] written() {
        byte[] bytes = written.toByteArray();
        written.reset();
        return bytes;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void open() {
        open = true;
    }

    @Override
    public void close() {
        open = false;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws TTransportException {
        largestArray = Math.max(largestArray, buffer.length);
        if (!open) {
            throw new TTransportException(TTransportException.NOT_OPEN, "closed");
        }
        int count = Math.min(chunk, Math.min(length, received.length - position));
        if (count == 0) {
            throw atEnd;
        }
        System.arraycopy(received, position, buffer, offset, count);
        Arrays.fill(buffer, offset + count, offset + length, (byte) -1); // no reader may rely on later bytes
        position += count;
        return count;
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws TTransportException {
        if (onWrite != null) {
            TTransportException thrown = onWrite;
            onWrite = null;
            throw thrown;
        }
        written.write(buffer, offset, length);
    }

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void updateKnownMessageSize(long size) {}

    @Override
    public void checkReadBytesAvailable(long bytes) {}

    @Override
    public void resetMessageSizeAndConsumedBytes(long size) {}
}
