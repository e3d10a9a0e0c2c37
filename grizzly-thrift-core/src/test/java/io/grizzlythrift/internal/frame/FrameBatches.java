package io.grizzlythrift.internal.frame;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Batches for tests of other packages. */
public final class FrameBatches {
    private FrameBatches() {}

    /** Creates the same batch, whose array returns to the pool when the batch is released. */
    public static FrameBatch of(ReadBufferPool memory, byte[]... frames) {
        FrameBatch batch = of(frames);
        batch.setReadBuffer(new PooledReadBuffer(memory, batch.array(0), batch.array(0).length));
        return batch;
    }

    /** Creates the batch of one read that contains these frames. */
    public static FrameBatch of(byte[]... frames) {
        ByteBuffer read = ByteBuffer.allocate(Arrays.stream(frames)
                .mapToInt(frame -> Integer.BYTES + frame.length)
                .sum());
        for (byte[] frame : frames) {
            read.putInt(frame.length).put(frame);
        }
        try {
            return new FrameAssembler(1 << 30).take(read.array(), 0, read.capacity());
        } catch (FrameException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
