package io.grizzlythrift.bench.micro;

import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameException;
import io.grizzlythrift.limits.ServerLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Splits a read that consists of whole frames of {@value #FRAME_BYTES} bytes into frames. Time and allocation are per
 * read.
 *
 * <p>Shows why a batch keeps the bounds of its frames in one array instead of one object per frame. In this package
 * because the assembler is package-private; the bench runs on the class path.
 */
@State(Scope.Thread)
public class FramingBenchmark extends MicroBenchmark {
    private static final int FRAME_BYTES = 300;

    @Param({"1", "16", "200"})
    private int frames;

    private final FrameAssembler assembler = new FrameAssembler(ServerLimits.DEFAULT_MAX_FRAME_BYTES);
    private byte[] read;

    /** Creates the benchmark; JMH calls this. */
    public FramingBenchmark() {}

    /**
     * Fills the read, and lets each variant split it once.
     *
     * @throws FrameException never
     */
    @Setup
    public void prepare() throws FrameException {
        ByteBuffer filled = ByteBuffer.allocate(frames * (FrameAssembler.HEADER_BYTES + FRAME_BYTES));
        for (int i = 0; i < frames; i++) {
            filled.putInt(FRAME_BYTES).position(filled.position() + FRAME_BYTES);
        }
        read = filled.array();
        FrameBatch batch = batch();
        List<ByteBuffer> slices = slices();
        require(batch != null && batch.size() == frames && slices.size() == frames, "not every frame was found");
        for (int i = 0; i < frames; i++) {
            require(batch.length(i) == FRAME_BYTES && slices.get(i).remaining() == FRAME_BYTES, "a frame's length");
        }
    }

    /**
     * Splits the read as the frame filter does.
     *
     * @return its frames
     * @throws FrameException never
     */
    @Benchmark
    public FrameBatch batch() throws FrameException {
        return assembler.take(read, 0, read.length);
    }

    /**
     * Creates one buffer per frame, which shares the array of the read.
     *
     * @return the frames
     */
    @Benchmark
    public List<ByteBuffer> slices() {
        List<ByteBuffer> slices = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(read);
        while (rest.remaining() >= FrameAssembler.HEADER_BYTES) {
            int length = rest.getInt();
            slices.add(rest.slice(rest.position(), length));
            rest.position(rest.position() + length);
        }
        return slices;
    }
}
