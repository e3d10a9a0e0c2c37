package io.grizzlythrift.internal.frame;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A byte stream and its division into reads, derived from arbitrary bytes: the limit on the frame length, the sizes of
 * the reads, and the stream itself.
 *
 * <p>Byte 0 is the exponent of the limit, a power of two. Byte 1 is the number of reads before the last one, followed
 * by a byte for each: the square of its lower 6 bits is the number of bytes of that read; if its highest bit is set,
 * they are read directly into the partial frame. The rest is the stream.
 */
final class FrameCut {
    private static final int HEADER_BYTES = 4;
    private static final int POWERS = 25;
    private static final int SQUARE_ROOT = 0x3f;
    private static final int STRAIGHT = 0x80;

    /** The number of bytes before and after a read in its array, which must not be touched. */
    private static final int PADDING = 5;

    private final byte[] input;
    private final int maxFrameBytes;
    private final int reads;
    private final int begin;

    FrameCut(byte[] input) {
        this.input = input;
        maxFrameBytes = input.length > 0 ? 1 << (input[0] & 0xff) % POWERS : 1;
        reads = input.length > 1 ? Math.min(input[1] & 0xff, input.length - 2) : 0;
        begin = Math.min(input.length, 2 + reads);
    }

    /** Returns the bytes from which {@link #FrameCut} derives this limit, these reads and this stream. */
    static byte[] input(int limitPower, byte[] reads, byte[] stream) {
        return ByteBuffer.allocate(2 + reads.length + stream.length)
                .put((byte) limitPower)
                .put((byte) reads.length)
                .put(reads)
                .put(stream)
                .array();
    }

    /**
     * Reads the stream. After each read, compares the frames with those that a simple parser finds in all bytes so far.
     */
    void check() {
        FrameAssembler assembler = new FrameAssembler(maxFrameBytes);
        List<byte[]> frames = new ArrayList<>();
        int from = begin;
        for (int read = 0; read <= reads; read++) {
            int control = read < reads ? input[2 + read] & 0xff : SQUARE_ROOT;
            int root = control & SQUARE_ROOT;
            int to = read < reads ? Math.min(input.length, from + root * root) : input.length;
            Expected expected = expectedOf(to);
            try {
                from += (control & STRAIGHT) == 0 ? 0 : readStraight(assembler, from, to, frames);
                collect(take(assembler, from, to), frames);
            } catch (FrameException e) {
                require(expected.bad, "read " + read + " up to byte " + to + " is rejected: " + e.getMessage());
                return;
            }
            require(!expected.bad, "read " + read + " up to byte " + to + " has a bad length and is not rejected");
            expected.check(frames, assembler);
            from = to;
        }
    }

    /** Returns the number of bytes used. */
    private int readStraight(FrameAssembler assembler, int from, int to, List<byte[]> frames) throws FrameException {
        int count = Math.min(assembler.missingBytes(), to - from);
        if (count > 0) {
            assembler.append(ByteBuffer.wrap(input, from, count));
            collect(assembler.takeIfComplete(), frames);
        }
        return count;
    }

    private FrameBatch take(FrameAssembler assembler, int from, int to) throws FrameException {
        byte[] read = new byte[PADDING + to - from + PADDING];
        Arrays.fill(read, (byte) -1);
        System.arraycopy(input, from, read, PADDING, to - from);
        return assembler.take(read, PADDING, PADDING + to - from);
    }

    private static void collect(FrameBatch batch, List<byte[]> frames) {
        if (batch != null) {
            require(batch.size() > 0, "a batch without frames");
            for (int i = 0; i < batch.size(); i++) {
                int offset = batch.offset(i);
                frames.add(Arrays.copyOfRange(batch.array(i), offset, offset + batch.length(i)));
            }
        }
    }

    /** Parses all bytes up to an index from the beginning. */
    private Expected expectedOf(int to) {
        List<byte[]> frames = new ArrayList<>();
        int position = begin;
        while (to - position >= HEADER_BYTES) {
            int length = ByteBuffer.wrap(input).getInt(position);
            if (length <= 0 || length > maxFrameBytes) {
                return new Expected(frames, true, 0, 0);
            }
            if (to - position - HEADER_BYTES < length) {
                return new Expected(frames, false, to - position, length);
            }
            frames.add(Arrays.copyOfRange(input, position + HEADER_BYTES, position + HEADER_BYTES + length));
            position += HEADER_BYTES + length;
        }
        return new Expected(frames, false, to - position, 0);
    }

    /** @param started the number of bytes of a partial frame that have been received, including its prefix */
    private record Expected(List<byte[]> frames, boolean bad, int started, int declared) {
        void check(List<byte[]> actual, FrameAssembler assembler) {
            require(actual.size() == frames.size(), actual.size() + " frames instead of " + frames.size());
            for (int i = 0; i < frames.size(); i++) {
                require(Arrays.equals(actual.get(i), frames.get(i)), "frame " + i + " is another");
            }
            require(assembler.hasPartialFrame() == started > 0, "inside a frame: " + assembler.hasPartialFrame());
            int received = Math.max(0, started - HEADER_BYTES);
            int missing = declared == 0 ? 0 : declared - received;
            require(assembler.missingBytes() == missing, assembler.missingBytes() + " missing, not " + missing);
            int capacity = assembler.capacity();
            int bound = Math.max(PartialFrame.FIRST_CAPACITY, PartialFrame.GROWTH * received);
            require(capacity <= bound && (received > 0 || capacity == 0), capacity + " bytes for " + received);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }
}
