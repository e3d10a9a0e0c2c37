package io.grizzlythrift.frame;

import io.grizzlythrift.memory.MemoryAccount;
import io.grizzlythrift.memory.MemoryBudget;
import io.grizzlythrift.memory.MemoryPart;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * Cuts the bytes of one connection into frames, in time linear in the bytes. Used by one thread at a time.
 *
 * <p>A frame that is whole within a read is not copied. Of any other, the bytes that have arrived are copied into an
 * array that is at most
 * {@value #GROWTH} times as large as they are (or {@value #FIRST_CAPACITY} bytes), whatever length the frame claims:
 * who claims much and sends little costs little.
 */
public final class FrameAssembler {
    /** The length in front of each frame: {@value} bytes, big-endian. */
    public static final int HEADER_BYTES = 4;

    static final int FIRST_CAPACITY = 4096;
    static final int GROWTH = 4;
    private static final int UNKNOWN = -1;
    private static final byte[] NOTHING = {};

    private final int maxFrameBytes;
    private final MemoryAccount memory;
    private final LongSupplier clock;

    /** How many bytes of the header of the started frame have arrived, and their value so far. */
    private int headerBytes;

    private int header;

    /** The length of the started frame, or UNKNOWN as long as its header is incomplete. */
    private int declared = UNKNOWN;

    private byte[] body;
    private int arrived;

    /** How many frames were started and did not arrive with the read that started them. */
    private long started;

    /** The value of {@link #started} while such a frame is not complete, otherwise 0. */
    private volatile long incomplete;

    /** When that frame began, on the clock. Written before {@link #incomplete}. */
    private long begun;

    /**
     * Makes an assembler whose memory is not bounded together with that of others.
     *
     * @param maxFrameBytes the largest length of a frame, without its header
     */
    public FrameAssembler(int maxFrameBytes) {
        this(maxFrameBytes, new MemoryBudget(Long.MAX_VALUE).open(), System::nanoTime);
    }

    FrameAssembler(int maxFrameBytes, MemoryAccount memory, LongSupplier clock) {
        this.maxFrameBytes = maxFrameBytes;
        this.clock = clock;
        this.memory = memory;
    }

    /** What the connection holds. */
    MemoryAccount memory() {
        return memory;
    }

    /**
     * Takes the bytes of one read. The array must not be written to afterwards.
     *
     * @param read holds the bytes
     * @param from where they begin
     * @param to where they end, exclusive
     * @return the frames that are complete now, or null if there is none
     * @throws FrameException at the first bad length, or if there is no memory for a started frame, and the connection
     *     is terminated therefore; frames before it in the same read are given up with it
     */
    public FrameBatch take(byte[] read, int from, int to) throws FrameException {
        int position = from;
        FrameBatch batch = null;
        if (isInsideFrame()) {
            position = continueFrame(read, from, to);
            if (arrived != declared) {
                return null;
            }
            batch = startingWithAssembled(read, to - position);
        }
        while (to - position >= HEADER_BYTES) {
            int length = checked(bigEndian(read, position));
            if (to - position - HEADER_BYTES < length) {
                break;
            }
            if (batch == null) {
                batch = FrameBatch.of(read, countIfAlike(length, to - position));
            }
            batch.add(position + HEADER_BYTES, length);
            position += HEADER_BYTES + length;
        }
        if (position < to) {
            continueFrame(read, position, to);
        }
        if (batch != null) {
            batch.keepRead(to - from);
        }
        return batch;
    }

    /**
     * How many bytes of the started frame have not arrived: 0 if none is started, or if its length is not known yet.
     */
    int missingBytes() {
        return declared == UNKNOWN ? 0 : declared - arrived;
    }

    /** Adds bytes, no more than are missing, to the started frame. */
    void append(ByteBuffer bytes) throws FrameException {
        int count = bytes.remaining();
        makeRoomFor(count);
        bytes.get(body, arrived, count);
        arrived += count;
    }

    /** Returns the started frame if it is complete, otherwise null. */
    FrameBatch takeWhole() {
        return arrived == declared ? startingWithAssembled(NOTHING, 0) : null;
    }

    private FrameBatch startingWithAssembled(byte[] read, int left) {
        FrameBatch batch = FrameBatch.startingWith(body, declared, read, 1 + countIfAlike(declared, left));
        reset();
        return batch;
    }

    /** How many frames so many bytes hold if all are as long as one of them. */
    private static int countIfAlike(int length, int bytes) {
        return bytes / (HEADER_BYTES + length);
    }

    /** The number of the frame that has begun and is not complete, or 0. May be called by any thread. */
    long incompleteFrame() {
        return incomplete;
    }

    /** When the frame of {@link #incompleteFrame} began, to be asked after that. */
    long incompleteSince() {
        return begun;
    }

    /** Whether a frame has begun and is not complete. */
    boolean isInsideFrame() {
        return headerBytes > 0;
    }

    /** How many bytes are held for a frame that is not complete. */
    int capacity() {
        return body == null ? 0 : body.length;
    }

    /** Adds bytes to the started frame, or starts one. Returns the position behind the last byte that was used. */
    private int continueFrame(byte[] read, int from, int to) throws FrameException {
        int position = from;
        if (headerBytes == 0) {
            begun = clock.getAsLong();
            incomplete = ++started;
        }
        while (declared == UNKNOWN && position < to) {
            header = (header << 8) | (read[position++] & 0xff);
            if (++headerBytes == HEADER_BYTES) {
                declared = checked(header);
            }
        }
        if (declared == UNKNOWN) {
            return position;
        }
        int count = Math.min(declared - arrived, to - position);
        if (count > 0) {
            makeRoomFor(count);
            System.arraycopy(read, position, body, arrived, count);
            arrived += count;
        }
        return position + count;
    }

    private void makeRoomFor(int count) throws FrameException {
        int needed = arrived + count;
        int capacity = capacity();
        if (capacity < needed) {
            int ahead = (int) Math.min(declared, Math.max(Math.max(needed, FIRST_CAPACITY), (long) GROWTH * capacity));
            int grown = memory.mayAllocateAhead(ahead - capacity) ? ahead : needed;
            if (!memory.charge(MemoryPart.PARTIAL_FRAMES, grown - capacity)) {
                throw FrameException.ofMemory("there is no memory for a started frame");
            }
            body = body == null ? new byte[grown] : Arrays.copyOf(body, grown);
            memory.setMissingBytes(declared - grown);
        }
    }

    /** Whoever takes the frame on counts its array among those of whole frames. */
    private void reset() {
        int held = capacity();
        headerBytes = 0;
        header = 0;
        declared = UNKNOWN;
        body = null;
        arrived = 0;
        incomplete = 0;
        memory.release(MemoryPart.PARTIAL_FRAMES, held);
        memory.endFrame();
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
