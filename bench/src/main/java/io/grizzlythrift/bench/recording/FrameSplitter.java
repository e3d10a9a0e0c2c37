package io.grizzlythrift.bench.recording;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** Splits a stream into frames, however reads split it. Owned by one thread. */
final class FrameSplitter {
    private static final int MAX_LENGTH = 1 << 30;
    private static final int INITIAL_BYTES = 4096;

    private final Consumer<ByteBuffer> frames;
    private byte[] pending = new byte[INITIAL_BYTES];
    private int length;

    /** @param frames receives each frame with its length prefix; must not keep it */
    FrameSplitter(Consumer<ByteBuffer> frames) {
        this.frames = frames;
    }

    /**
     * Adds the bytes of a read.
     *
     * @throws IllegalArgumentException if the bytes are not frames; nothing more may be added then
     */
    void add(byte[] bytes, int count) {
        if (pending.length - length < count) {
            pending = Arrays.copyOf(pending, Math.max(2 * pending.length, length + count));
        }
        System.arraycopy(bytes, 0, pending, length, count);
        length += count;
        int start = 0;
        while (length - start >= Integer.BYTES) {
            int frame = ByteBuffer.wrap(pending, start, Integer.BYTES).getInt();
            if (frame <= 0 || frame > MAX_LENGTH) {
                throw new IllegalArgumentException("a frame would have " + frame + " bytes");
            }
            if (length - start - Integer.BYTES < frame) {
                break;
            }
            frames.accept(ByteBuffer.wrap(pending, start, Integer.BYTES + frame).slice());
            start += Integer.BYTES + frame;
        }
        System.arraycopy(pending, start, pending, 0, length - start);
        length -= start;
    }
}
