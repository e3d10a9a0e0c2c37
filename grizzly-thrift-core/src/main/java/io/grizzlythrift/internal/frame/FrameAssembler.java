package io.grizzlythrift.internal.frame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Splits the bytes of a connection into frames, in time linear in the number of bytes. Used by one thread at a time. If
 * {@link Dialect#HEADER} is accepted, a frame that begins with the magic number of a header has one.
 *
 * <p>A frame that lies completely within one read is not copied. The bytes of any other frame are collected in a
 * {@link PartialFrame}.
 */
public final class FrameAssembler extends MessageSplitter {
    /** The size of the length prefix of a frame: {@value} bytes, big-endian. */
    public static final int HEADER_BYTES = 4;

    private static final byte[] EMPTY = {};
    private static final Set<Dialect> FRAMED_ONLY = Set.of(Dialect.FRAMED);
    private static final byte HEADER_MAGIC_BEGIN = FrameHeader.MAGIC >> Byte.SIZE;

    private final int maxFrameBytes;
    /** How many bytes of a frame that is too large are returned; 0 if such a frame ends the connection. */
    private final int oversizedBytes;

    private final boolean acceptsPlain;
    private final boolean acceptsHeaders;
    private final boolean acceptsUnframed;

    /** Whether each frame is one of a layer below, and an unframed message for the filters above. */
    private final boolean layered;

    /** Created with the first frame that has a header; null until then. */
    private HeaderParser headers;

    /** How many bytes of the partial frame's length prefix have been received. */
    private int headerBytes;

    /** The value of these bytes: the length of the partial frame, once there are {@link #HEADER_BYTES}. */
    private int statedLength;

    /** How many bytes of the frame are collected: all, or the beginning of a frame that is too large. */
    private int frameLength;

    /** The bytes that are left of a frame that is too large. */
    private int skip;

    /** Created with the first partial frame; null until then. */
    private PartialFrame body;

    /**
     * Creates an assembler with its own, unbounded memory budget.
     *
     * @param maxFrameBytes the largest length of a frame, without its header
     */
    public FrameAssembler(int maxFrameBytes) {
        this(maxFrameBytes, FRAMED_ONLY, new MemoryBudget(Long.MAX_VALUE).open(), System::nanoTime);
    }

    /** @param accepted the dialects of the connection; any except HTTP, which is ignored */
    FrameAssembler(int maxFrameBytes, Set<Dialect> accepted, MemoryAccount memory, LongSupplier clock) {
        this(maxFrameBytes, 0, accepted, false, memory, clock);
    }

    /** Creates an assembler of the frames of a layer below, each of which is known to be one message. */
    static FrameAssembler ofLayer(int maxFrameBytes, MemoryAccount memory, LongSupplier clock) {
        return new FrameAssembler(maxFrameBytes, 0, FRAMED_ONLY, true, memory, clock);
    }

    /**
     * Creates an assembler that returns the beginnings of frames that are too large, and skips the rest of them.
     *
     * @param oversizedBytes the largest size of such a beginning; 0 to end the connection instead
     */
    FrameAssembler(
            int maxFrameBytes, int oversizedBytes, Set<Dialect> accepted, MemoryAccount memory, LongSupplier clock) {
        this(maxFrameBytes, oversizedBytes, accepted, false, memory, clock);
    }

    private FrameAssembler(
            int maxFrameBytes,
            int oversizedBytes,
            Set<Dialect> accepted,
            boolean layered,
            MemoryAccount memory,
            LongSupplier clock) {
        super(memory, clock);
        this.layered = layered;
        this.maxFrameBytes = maxFrameBytes;
        this.oversizedBytes = oversizedBytes;
        acceptsPlain = accepted.contains(Dialect.FRAMED);
        acceptsHeaders = accepted.contains(Dialect.HEADER);
        acceptsUnframed = accepted.contains(Dialect.UNFRAMED);
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
        return super.take(read, from, to);
    }

    @Override
    void beginRead() {
        if (headers != null) {
            headers.beginRead();
        }
    }

    @Override
    FrameBatch splitAll(FrameBatch begun, byte[] read, int from, int to) throws FrameException {
        int position = from;
        FrameBatch batch = begun;
        if (hasPartialFrame()) {
            position = continueFrame(read, from, to);
            if (!isComplete()) {
                return null;
            }
            batch = batchOfAssembled(read, to - position);
        }
        position += skip(to - position);
        while (to - position >= HEADER_BYTES) {
            int length = bigEndian(read, position);
            if (length <= 0 || length > maxFrameBytes) {
                if (isUnframed(read, position, to)) {
                    break;
                }
                int beginning = collected(length);
                if (to - position - HEADER_BYTES < beginning) {
                    break;
                }
                checkOversized(length, read[position + HEADER_BYTES]);
                batch = batch == null ? FrameBatch.of(read, 1) : batch;
                addOversized(batch, read, position + HEADER_BYTES, beginning, length);
                position += HEADER_BYTES + beginning;
                position += skip(to - position);
                continue;
            }
            if (to - position - HEADER_BYTES < length) {
                break;
            }
            if (batch == null) {
                batch = FrameBatch.of(read, estimateFrames(length, to - position));
            }
            add(batch, read, position + HEADER_BYTES, length);
            position += HEADER_BYTES + length;
        }
        if (position < to) {
            if (isUnframed(read, position, to)) {
                stopAt(position);
            } else {
                continueFrame(read, position, to);
            }
        }
        return batch;
    }

    private boolean isUnframed(byte[] read, int from, int to) {
        return acceptsUnframed && UnframedAssembler.begins(read, from, to);
    }

    private void add(FrameBatch batch, byte[] array, int offset, int length) throws FrameException {
        byte first = array[offset];
        if (!acceptsPlain || (first == HEADER_MAGIC_BEGIN && isHeader(array, offset, length))) {
            if (headers == null) {
                headers = new HeaderParser(memory());
            }
            headers.add(batch, array, offset, length);
        } else {
            batch.add(offset, length, layered ? WireFormat.ofLayeredFrame(first) : WireFormat.ofFrame(first));
        }
    }

    /** Adds the beginning of a frame that is too large. */
    private void addOversized(FrameBatch batch, byte[] array, int offset, int beginning, int length)
            throws FrameException {
        add(batch, array, offset, beginning);
        batch.setOversized(length);
        skip = length - beginning;
    }

    private boolean isHeader(byte[] array, int offset, int length) {
        return acceptsHeaders && length >= FrameHeader.FIXED_BYTES && array[offset + 1] == (byte) FrameHeader.MAGIC;
    }

    /** Skips the rest of a frame that is too large. Returns the number of bytes skipped. */
    private int skip(int bytes) {
        int skipped = Math.min(skip, bytes);
        skip -= skipped;
        return skipped;
    }

    /** {@inheritDoc} Exact once the length prefix is complete. */
    @Override
    int missingBytes() {
        return skip > 0 || body == null ? skip : body.missingBytes();
    }

    @Override
    void append(ByteBuffer bytes) throws FrameException {
        if (skip > 0) {
            skip(bytes.remaining());
            return;
        }
        if (body.receivedBytes() == 0 && bytes.hasRemaining()) {
            checkOversized(statedLength, bytes.get(bytes.position()));
        }
        makeRoomFor(bytes.remaining());
        body.append(bytes);
    }

    @Override
    FrameBatch takeIfComplete() throws FrameException {
        if (!isComplete()) {
            return null;
        }
        beginRead();
        return batchOfAssembled(EMPTY, 0);
    }

    private boolean isComplete() {
        return isLengthKnown() && body.missingBytes() == 0;
    }

    private boolean isLengthKnown() {
        return headerBytes == HEADER_BYTES;
    }

    private FrameBatch batchOfAssembled(byte[] read, int left) throws FrameException {
        byte[] frame = body.array();
        FrameBatch batch = batchOf(body, read, estimateFrames(frameLength, left));
        if (statedLength > maxFrameBytes) {
            addOversized(batch, frame, 0, frameLength, statedLength);
        } else {
            add(batch, frame, 0, frameLength);
        }
        headerBytes = 0;
        statedLength = 0;
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
            statedLength = (statedLength << 8) | (read[position++] & 0xff);
            headerBytes++;
            if (isLengthKnown()) {
                frameLength = collected(statedLength);
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
            if (body.receivedBytes() == 0) {
                checkOversized(statedLength, read[position]);
            }
            makeRoomFor(count);
            body.append(read, position, count);
        }
        return position + count;
    }

    private void makeRoomFor(int count) throws FrameException {
        int before = body.capacity();
        if (!body.makeRoom(count)) {
            throw FrameException.ofMemory("no memory is left for a partial frame");
        }
        if (body.capacity() != before) {
            memory().setMissingBytes(Math.max(0, frameLength - body.capacity()));
        }
    }

    /**
     * Checks the length of a frame. Returns how many of its bytes are collected: fewer only of a frame that is too large
     * and does not end the connection.
     */
    private int collected(int length) throws FrameException {
        if (length > 0 && length <= maxFrameBytes) {
            return length;
        }
        if (length <= 0 || oversizedBytes == 0 || FrameException.isOtherFormat(length)) {
            throw FrameException.ofLength(length, maxFrameBytes);
        }
        return Math.min(length, oversizedBytes);
    }

    /** Checks the first byte of a frame that is too large: only a message is skipped, anything else is garbage. */
    private void checkOversized(int length, byte first) throws FrameException {
        if (length > maxFrameBytes) {
            switch (first) {
                case (byte) 0x80, (byte) 0x82, '[' -> {} // binary, compact, JSON
                default -> {
                    if (!acceptsHeaders || first != HEADER_MAGIC_BEGIN) {
                        throw FrameException.ofLength(length, maxFrameBytes);
                    }
                }
            }
        }
    }

    /** {@return the length that begins at this index, whatever it is} */
    public static int bigEndian(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 24)
                | ((bytes[at + 1] & 0xff) << 16)
                | ((bytes[at + 2] & 0xff) << 8)
                | (bytes[at + 3] & 0xff);
    }
}
