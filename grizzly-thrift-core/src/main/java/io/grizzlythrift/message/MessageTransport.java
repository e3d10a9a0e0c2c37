package io.grizzlythrift.message;

import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.frame.FrameOverflowException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * The transport under a protocol: reads one frame in place, writes one frame into a {@link FrameOutput}. Reused for
 * message after message.
 *
 * <p>Reading never leaves the frame, and {@link #checkReadBytesAvailable} answers from the bytes that are left in it,
 * so a message cannot have more memory allocated than it is long. The output frame begins with the first byte that is
 * written. For one thread at a time.
 */
public final class MessageTransport extends TTransport {
    private static final byte[] NOTHING = {};

    /** The input once it has ended for good. */
    private static final byte[] ENDED = {};

    private static final int NOT_BEGUN = -1;

    private final TConfiguration configuration;
    private final FrameOutput output;
    private final Runnable beforeWriting;

    private byte[] input = NOTHING;
    private int position;
    private int end;
    private int frameStart = NOT_BEGUN;
    private boolean inputKept;

    /**
     * Makes a transport with nothing to read.
     *
     * @param configuration limits for the protocol; must not be shared with other endpoints, as libthrift's setters
     *     write to it
     * @param output where written messages go
     * @param beforeWriting runs just before the first byte of each written message
     */
    public MessageTransport(TConfiguration configuration, FrameOutput output, Runnable beforeWriting) {
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.output = Objects.requireNonNull(output, "output");
        this.beforeWriting = Objects.requireNonNull(beforeWriting, "beforeWriting");
    }

    /**
     * Starts to read a frame; what was left of the one before is forgotten.
     *
     * @param array where the frame is; it is not copied
     * @param offset its first byte
     * @param length its length in bytes
     */
    public void readFrame(byte[] array, int offset, int length) {
        if (input != array) { // a reference into an old object has a price
            input = array;
        }
        position = offset;
        end = offset + length;
    }

    /** Forgets the frame that was read, so that its array can be collected. */
    public void releaseInput() {
        readFrame(NOTHING, 0, 0);
    }

    /** Ends the input for good: whoever reads from now on gets an exception that says so. */
    public void closeInput() {
        readFrame(ENDED, 0, 0);
    }

    /** Says that somebody may keep a slice of what is read. */
    public void retainInput() {
        inputKept = true;
    }

    /**
     * Whether slices of frames may be kept that were read since this was asked last: values of the type binary are such
     * slices, and what a protocol other than those of {@link ThriftProtocol} makes of its input is not known.
     *
     * @return false if nobody but this transport has a reference to their arrays
     */
    public boolean takeInputRetained() {
        boolean kept = inputKept;
        inputKept = false;
        return kept;
    }

    /**
     * Whether a message has been written, in part or whole, since the last {@link #endMessage} or {@link #dropMessage}.
     *
     * @return true from the first byte on
     */
    public boolean hasWritten() {
        return frameStart != NOT_BEGUN;
    }

    /**
     * Ends the written message: its frame is complete. Does nothing if nothing was written.
     *
     * @return the length of the message in bytes, without the 4 of the frame's length; 0 if nothing was written
     */
    public int endMessage() {
        if (!hasWritten()) {
            return 0;
        }
        int length = output.endFrame(frameStart);
        frameStart = NOT_BEGUN;
        return length;
    }

    /** Takes back the written message. Does nothing if nothing was written. */
    public void dropMessage() {
        if (hasWritten()) {
            output.rewind(frameStart);
            frameStart = NOT_BEGUN;
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
    public int read(byte[] target, int offset, int length) {
        int count = Math.min(length, end - position);
        System.arraycopy(input, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int readAll(byte[] target, int offset, int length) throws TTransportException {
        checkReadBytesAvailable(length);
        return read(target, offset, length);
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
    public void consumeBuffer(int length) {
        position += length;
    }

    @Override
    public void checkReadBytesAvailable(long length) throws TTransportException {
        if (length < 0 || length > end - position) {
            if (input == ENDED) {
                throw new TTransportException(
                        TTransportException.END_OF_FILE,
                        "the message is over: its arguments must be read before process() returns");
            }
            throw new TTransportException(
                    TTransportException.MESSAGE_SIZE_LIMIT,
                    "the message asks for " + length + " bytes, " + (end - position) + " are left in its frame");
        }
    }

    /** The frame is the budget; there is nothing to update. */
    @Override
    public void updateKnownMessageSize(long size) {}

    /** The frame is the budget; there is nothing to reset. */
    @Override
    public void resetMessageSizeAndConsumedBytes(long newSize) {}

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        try {
            begin();
            if (length == 1) {
                output.write(bytes[offset]);
            } else {
                output.write(bytes, offset, length);
            }
        } catch (FrameOverflowException e) {
            throw new TTransportException(TTransportException.MESSAGE_SIZE_LIMIT, e.getMessage(), e);
        }
    }

    @Override
    public int write(ByteBuffer bytes) throws TTransportException {
        int length = bytes.remaining();
        try {
            begin();
            output.write(bytes);
        } catch (FrameOverflowException e) {
            throw new TTransportException(TTransportException.MESSAGE_SIZE_LIMIT, e.getMessage(), e);
        }
        return length;
    }

    private void begin() throws FrameOverflowException {
        if (frameStart == NOT_BEGUN) {
            beforeWriting.run();
            frameStart = output.beginFrame();
        }
    }
}
