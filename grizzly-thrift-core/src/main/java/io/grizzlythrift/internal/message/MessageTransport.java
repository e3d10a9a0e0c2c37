package io.grizzlythrift.internal.message;

import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import io.grizzlythrift.internal.header.OutgoingHeader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.thrift.TConfiguration;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * The transport below a protocol: reads one frame in place and writes one frame, or an unframed message, to a {@link
 * FrameOutput}. Reused for many messages. Not thread-safe.
 *
 * <p>Reads stay within the frame, and {@link #checkReadBytesAvailable} compares with the bytes left in it, so a message
 * cannot cause an allocation larger than itself. A frame is begun in the output when its first byte is written.
 */
public final class MessageTransport extends TTransport {
    private static final byte[] EMPTY = {};

    /** The input after {@link #closeInput}. */
    private static final byte[] CLOSED = {};

    private static final int NO_FRAME = -1;

    private final TConfiguration configuration;
    private final FrameOutput output;
    private final Runnable beforeWriting;

    private byte[] input = EMPTY;
    private int position;
    private int end;
    private int frameStart = NO_FRAME;
    private boolean framed = true;

    /** The header of the next written message; null if it has none. */
    private Supplier<OutgoingHeader> nextHeader;

    /** Converts the current or next written message; null if it is written as it is. */
    private ReplyTranscoder transcoder;

    /** The header of the message that is being written, and the positions before and after it. */
    private OutgoingHeader header;

    private int headerStart;
    private int payloadStart;
    private boolean inputRetained;

    /** The largest message that may be written, and whether the current or next one may be larger. */
    private int maxWrittenBytes = FrameOutput.MAX_BYTES;

    private boolean writesAnySize;

    /** The size that the message would at least have, if writing it exceeded the limit; otherwise 0. */
    private long overflowBytes;

    /**
     * Creates a transport with nothing to read.
     *
     * @param configuration limits for the protocol; must not be shared with other endpoints, because setters of
     *     libthrift modify it
     * @param output receives the written messages
     * @param beforeWriting runs before the first byte of each written message
     */
    public MessageTransport(TConfiguration configuration, FrameOutput output, Runnable beforeWriting) {
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.output = Objects.requireNonNull(output, "output");
        this.beforeWriting = Objects.requireNonNull(beforeWriting, "beforeWriting");
    }

    /**
     * Creates a transport with nothing to read, and with a configuration of its own.
     *
     * @param maxFrameBytes the limit on frames and messages that the protocol checks
     * @param maxDepth the limit on nested structs that generated code checks
     * @param output receives the written messages
     * @param beforeWriting runs before the first byte of each written message
     */
    public MessageTransport(int maxFrameBytes, int maxDepth, FrameOutput output, Runnable beforeWriting) {
        this(
                TConfiguration.custom()
                        .setMaxMessageSize(maxFrameBytes)
                        .setMaxFrameSize(maxFrameBytes)
                        .setRecursionLimit(maxDepth)
                        .build(),
                output,
                beforeWriting);
    }

    /**
     * Sets the frame to read, which replaces the previous one.
     *
     * @param array the array that holds the frame; not copied
     * @param offset the index of its first byte
     * @param length its length in bytes
     */
    public void readFrame(byte[] array, int offset, int length) {
        if (input != array) { // storing a reference in an old object costs a GC write barrier
            input = array;
        }
        position = offset;
        end = offset + length;
    }

    /**
     * Sets whether the messages written from now on get a length prefix. Initially they do. They have no header, and are
     * written as they are.
     *
     * @param prefixed false for messages without a length prefix
     */
    public void writeFrames(boolean prefixed) {
        framed = prefixed;
        nextHeader = null;
        transcoder = null;
    }

    /**
     * Sets the header of the next written message, which has a length prefix.
     *
     * @param next is called when the first byte of the message is written, and again if that message is dropped and
     *     another one is written in its place
     */
    @SuppressWarnings("exports") // for the packages of this module
    public void writeHeader(Supplier<OutgoingHeader> next) {
        nextHeader = next;
    }

    /**
     * Sets the transcoder of the next message that is written completely, which has a length prefix.
     *
     * @param next converts the message when it ends
     */
    public void transcodeWritten(ReplyTranscoder next) {
        transcoder = next;
    }

    /**
     * Limits the size of written messages, before any transforms. A message that becomes larger throws while it is
     * written, or is found to be larger by {@link #writtenBytes}.
     *
     * @param bytes the largest size of a message, without prefix and header
     */
    public void limitWritten(int bytes) {
        maxWrittenBytes = bytes;
        output.limitGrowth(this::largestOutput);
    }

    private int largestOutput() {
        return !hasWritten() || writesAnySize
                ? FrameOutput.MAX_BYTES
                : (int) Math.min(FrameOutput.MAX_BYTES, (long) messageStart() + maxWrittenBytes);
    }

    /** Exempts the next message that is written completely from the limit of {@link #limitWritten}. */
    public void writeAnySize() {
        writesAnySize = true;
    }

    /**
     * Returns whether the limit of {@link #limitWritten} has ended the writing of the current message.
     *
     * @return the size in bytes that the message would at least have, or 0
     */
    public long overflowBytes() {
        return overflowBytes;
    }

    /** Drops the reference to the frame, so that its array can be collected. */
    public void releaseInput() {
        readFrame(EMPTY, 0, 0);
    }

    /** Closes the input: every later read throws an exception that says so. */
    public void closeInput() {
        readFrame(CLOSED, 0, 0);
    }

    /** Records that a slice of the frame may be retained. */
    public void retainInput() {
        inputRetained = true;
    }

    /**
     * Returns whether slices of the frames read since the last call of this method may be retained, and resets that
     * state. Long values of type binary are such slices; a protocol other than those of {@link
     * io.grizzlythrift.message.ThriftProtocol} may create others.
     *
     * @return false if only this transport refers to the arrays of the frames
     */
    public boolean takeInputRetained() {
        boolean retained = inputRetained;
        inputRetained = false;
        return retained;
    }

    /**
     * Returns whether any byte has been written since the last {@link #endMessage} or {@link #dropMessage}.
     *
     * @return true once the first byte of a message is written
     */
    public boolean hasWritten() {
        return frameStart != NO_FRAME;
    }

    /**
     * Ends the written message: transforms or converts it if its format says so, and completes its frame if it has one. Does
     * nothing if nothing was written.
     *
     * @return the length of the message in bytes, without prefix and header, before any transforms; 0 if nothing was
     *     written
     */
    public int endMessage() {
        if (!hasWritten()) {
            return 0;
        }
        int length;
        if (header != null) {
            length = endPayload();
        } else if (transcoder != null) {
            length = endTranscoded();
        } else {
            length = framed ? output.endFrame(frameStart) : output.size() - frameStart;
        }
        frameStart = NO_FRAME;
        if (writesAnySize) {
            writesAnySize = false;
        }
        return length;
    }

    private int endPayload() {
        int length = output.size() - payloadStart;
        writesAnySize = true; // compressed, the message may be a little larger
        if (header.isTransformed()) {
            transformPayload(length);
        }
        output.endFrame(frameStart);
        header = null;
        nextHeader = null;
        return length;
    }

    private int endTranscoded() {
        int start = messageStart();
        int length = output.size() - start;
        ByteBuffer converted = transcoder.transcode(output.array(), start, length);
        transcoder = null;
        writesAnySize = true; // it may be larger than the message
        output.rewind(start);
        try {
            output.write(converted.array(), converted.arrayOffset() + converted.position(), converted.remaining());
        } catch (FrameOverflowException e) {
            throw new UncheckedIOException(e);
        }
        output.endFrame(frameStart);
        return length;
    }

    private void transformPayload(int length) {
        byte[] payload = header.transform(output.array(), payloadStart, length);
        OutgoingHeader fitting = header.forPayload(length, payload.length);
        try {
            if (fitting.isTransformed()) {
                output.rewind(payloadStart);
                output.write(payload, 0, payload.length);
            } else {
                byte[] plain = Arrays.copyOfRange(output.array(), payloadStart, payloadStart + length);
                byte[] bytes = fitting.encode();
                output.rewind(headerStart);
                output.write(bytes, 0, bytes.length);
                output.write(plain, 0, length);
            }
        } catch (FrameOverflowException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the length of the part of the message written so far.
     *
     * @return bytes, without prefix and header, before any transforms; 0 if nothing was written
     */
    public int writtenBytes() {
        return hasWritten() ? output.size() - messageStart() : 0;
    }

    /**
     * Returns the part of the message written so far.
     *
     * @return a copy, without prefix and header, before any transforms; empty if nothing was written
     */
    public byte[] copyOfWritten() {
        return hasWritten() ? Arrays.copyOfRange(output.array(), messageStart(), output.size()) : EMPTY;
    }

    private int messageStart() {
        return header != null ? payloadStart : framed ? frameStart + Integer.BYTES : frameStart;
    }

    /** Discards the written message. Does nothing if nothing was written. */
    public void dropMessage() {
        if (hasWritten()) {
            overflowBytes = 0;
            writesAnySize = false;
            output.rewind(frameStart);
            header = null;
            frameStart = NO_FRAME;
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
        // facts.md#the-read-budget-of-tmemoryinputtransport-is-100-mib
        if (length < 0 || length > end - position) {
            throw unavailable(length);
        }
    }

    private TTransportException unavailable(long length) {
        if (input == CLOSED) {
            return new TTransportException(
                    TTransportException.END_OF_FILE,
                    "the message is over: its arguments must be read before process() returns");
        }
        return new TTransportException(
                TTransportException.MESSAGE_SIZE_LIMIT,
                "the message asks for " + length + " bytes, " + (end - position) + " are left in its frame");
    }

    /** {@inheritDoc} Does nothing: the frame is the limit. */
    @Override
    public void updateKnownMessageSize(long size) {}

    /** {@inheritDoc} Does nothing: the frame is the limit. */
    @Override
    public void resetMessageSizeAndConsumedBytes(long newSize) {}

    @Override
    public TConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws TTransportException {
        try {
            beginFrameOnce();
            if (length == 1) {
                output.write(bytes[offset]);
            } else {
                output.write(bytes, offset, length);
            }
        } catch (FrameOverflowException e) {
            throw tooLarge(e);
        }
    }

    @Override
    public int write(ByteBuffer bytes) throws TTransportException {
        int length = bytes.remaining();
        try {
            beginFrameOnce();
            output.write(bytes);
        } catch (FrameOverflowException e) {
            throw tooLarge(e);
        }
        return length;
    }

    /**
     * Makes room in the output, for bytes that are stored directly in its array.
     *
     * @param bytes the largest number of bytes that are about to be stored
     * @return the output; the first byte belongs at index {@code size()} of its array, which is replaced by the next
     *     write
     * @throws TTransportException if the output would become too large
     */
    FrameOutput reserve(int bytes) throws TTransportException {
        try {
            beginFrameOnce();
            output.reserve(bytes);
        } catch (FrameOverflowException e) {
            throw tooLarge(e);
        }
        return output;
    }

    private TTransportException tooLarge(FrameOverflowException e) {
        overflowBytes = Math.max(0, e.bytes() - messageStart());
        return new TTransportException(TTransportException.MESSAGE_SIZE_LIMIT, e.getMessage(), e);
    }

    private void beginFrameOnce() throws FrameOverflowException {
        if (frameStart == NO_FRAME) {
            beginFrame();
        }
    }

    private void beginFrame() throws FrameOverflowException {
        beforeWriting.run();
        frameStart = framed ? output.beginFrame() : output.size();
        if (nextHeader != null) {
            writeHeader();
        }
    }

    private void writeHeader() throws FrameOverflowException {
        header = nextHeader.get();
        byte[] bytes = header.encode();
        headerStart = output.size();
        payloadStart = headerStart + bytes.length;
        output.write(bytes, 0, bytes.length);
    }
}
