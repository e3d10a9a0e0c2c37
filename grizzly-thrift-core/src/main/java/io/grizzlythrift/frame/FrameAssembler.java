package io.grizzlythrift.frame;

import io.grizzlythrift.frame.partial.PartialFrame;
import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryBudget;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of a {@link Dialect#FRAMED} connection into frames, in time linear in the number of bytes. Used by
 * one thread at a time.
 *
 * <p>A frame that lies completely within one read is not copied. The bytes of any other frame are collected in a
 * {@link PartialFrame}.
 */
public final class FrameAssembler extends MessageAssembler {
    /** The size of the length prefix of a frame: {@value} bytes, big-endian. */
    public static final int HEADER_BYTES = 4;

    private static final byte[] EMPTY = {};

    private final int maxFrameBytes;

    /** How many bytes of the partial frame's length prefix have been received. */
    private int headerBytes;

    /** The value of these bytes: the length of the partial frame, once there are {@link #HEADER_BYTES}. */
    private int frameLength;

    /** Created with the first partial frame; null until then. */
    private PartialFrame body;

    /**
     * Creates an assembler with its own, unbounded memory budget.
     *
     * @param maxFrameBytes the largest length of a frame, without its header
     */
    public FrameAssembler(int maxFrameBytes) {
        this(maxFrameBytes, new MemoryBudget(Long.MAX_VALUE).open(), System::nanoTime);
    }

    FrameAssembler(int maxFrameBytes, MemoryAccount memory, LongSupplier clock) {
        super(memory, clock);
        this.maxFrameBytes = maxFrameBytes;
    }

    /**
     * Processes the bytes of one read. The array must not be modified afterwards.
     *
     * @param read the array that holds the bytes
     * @param from the index of the first byte
     * @param to the index after the last byte
     * @return the frames that this read completed, or null if there are none
     * @throws FrameException if a frame length is invalid or there is no memory for a partial frame. The caller must
     *     then terminate the connection; frames before that one in the same read are lost
     */
    @Override
    public FrameBatch take(byte[] read, int from, int to) throws FrameException {
        int position = from;
        FrameBatch batch = null;
        if (hasPartialFrame()) {
            position = continueFrame(read, from, to);
            if (!isComplete()) {
                return null;
            }
            batch = batchOfAssembled(read, to - position);
        }
        while (to - position >= HEADER_BYTES) {
            int length = checked(bigEndian(read, position));
            if (to - position - HEADER_BYTES < length) {
                break;
            }
            if (batch == null) {
                batch = FrameBatch.of(read, estimateFrames(length, to - position));
            }
            batch.add(position + HEADER_BYTES, length);
            position += HEADER_BYTES + length;
        }
        if (position < to) {
            continueFrame(read, position, to);
        }
        if (batch != null) {
            batch.complete(to - from);
        }
        return batch;
    }

    /** {@inheritDoc} Exact once the length prefix is complete. */
    @Override
    int missingBytes() {
        return body == null ? 0 : body.missingBytes();
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        makeRoomFor(bytes.remaining());
        body.append(bytes);
    }

    @Override
    FrameBatch takeIfComplete() {
        return isComplete() ? batchOfAssembled(EMPTY, 0) : null;
    }

    private boolean isComplete() {
        return isLengthKnown() && body.missingBytes() == 0;
    }

    private boolean isLengthKnown() {
        return headerBytes == HEADER_BYTES;
    }

    private FrameBatch batchOfAssembled(byte[] read, int left) {
        FrameBatch batch = batchOf(body, read, estimateFrames(frameLength, left));
        headerBytes = 0;
        frameLength = 0;
        return batch;
    }

    /** Estimates the number of frames in some bytes, as if all frames had the same length. */
    private static int estimateFrames(int length, int bytes) {
        return bytes / (HEADER_BYTES + length);
    }

    /** Whether there is a partial frame. */
    boolean hasPartialFrame() {
        return headerBytes > 0;
    }

    /** Returns the size of the array of the partial frame, 0 if there is none. */
    int capacity() {
        return body == null ? 0 : body.capacity();
    }

    /** Appends bytes to the partial frame, or begins one. Returns the index after the last byte used. */
    private int continueFrame(byte[] read, int from, int to) throws FrameException {
        int position = from;
        if (headerBytes == 0) {
            beginIncomplete();
        }
        while (!isLengthKnown() && position < to) {
            frameLength = (frameLength << 8) | (read[position++] & 0xff);
            headerBytes++;
            if (isLengthKnown()) {
                checked(frameLength);
                if (body == null) {
                    body = PartialFrame.ofKnownLength(memory());
                }
                body.expect(frameLength);
            }
        }
        if (!isLengthKnown()) {
            return position;
        }
        int count = Math.min(body.missingBytes(), to - position);
        if (count > 0) {
            makeRoomFor(count);
            body.append(read, position, count);
        }
        return position + count;
    }

    private void makeRoomFor(int count) throws FrameException {
        int growth = body.growthFor(count);
        if (growth > 0) {
            if (!body.grow(growth)) {
                throw FrameException.ofMemory("no memory is left for a partial frame");
            }
            memory().setMissingBytes(frameLength - body.capacity());
        }
    }

    private int checked(int length) throws FrameException {
        if (length <= 0 || length > maxFrameBytes) {
            throw FrameException.ofLength(length, maxFrameBytes);
        }
        return length;
    }

    private static int bigEndian(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 24)
                | ((bytes[at + 1] & 0xff) << 16)
                | ((bytes[at + 2] & 0xff) << 8)
                | (bytes[at + 3] & 0xff);
    }
}
