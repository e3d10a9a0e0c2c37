package io.grizzlythrift.bench.micro;

import io.grizzlythrift.internal.frame.FrameAssembler;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.frame.FrameException;
import io.grizzlythrift.limits.ServerLimits;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Assembles a frame of 3 MB that arrives in reads of 64 KiB.
 *
 * <p>Shows how the array of an incomplete frame should grow. {@code declaredAtOnce} has the minimum cost of one copy,
 * but trusts the declared length before the bytes have arrived; the difference to {@code assembled} is the price of not
 * trusting it. {@code appended} grows the array with each read. In this package because the assembler is
 * package-private; the bench runs on the class path.
 */
@State(Scope.Thread)
public class LargeFrameBenchmark extends MicroBenchmark {
    private static final int FRAME_BYTES = 3 * 1024 * 1024;
    private static final int READ_BYTES = 64 * 1024;
    private static final int HEADER_BYTES = FrameAssembler.HEADER_BYTES;

    private final FrameAssembler assembler = new FrameAssembler(ServerLimits.DEFAULT_MAX_FRAME_BYTES);
    private final byte[] stream = new byte[HEADER_BYTES + FRAME_BYTES];

    /** Creates the benchmark; JMH calls this. */
    public LargeFrameBenchmark() {}

    /**
     * Fills the frame, and lets each variant assemble it once.
     *
     * @throws FrameException never
     */
    @Setup
    public void prepare() throws FrameException {
        for (int i = 0; i < stream.length; i++) {
            stream[i] = (byte) (i * 31);
        }
        ByteBuffer.wrap(stream).putInt(FRAME_BYTES);
        FrameBatch batch = assembled();
        require(batch != null && batch.size() == 1 && batch.length(0) == FRAME_BYTES, "the frame is not whole");
        require(isFrame(batch.array(0), batch.offset(0)), "the assembled bytes");
        require(isFrame(declaredAtOnce(), 0), "the bytes copied");
        require(isFrame(appended(), HEADER_BYTES), "the bytes appended");
    }

    private boolean isFrame(byte[] array, int offset) {
        return Arrays.equals(array, offset, offset + FRAME_BYTES, stream, HEADER_BYTES, stream.length);
    }

    /**
     * Assembles the frame as the frame filter does.
     *
     * @return a batch of this frame
     * @throws FrameException never
     */
    @Benchmark
    public FrameBatch assembled() throws FrameException {
        FrameBatch batch = null;
        for (int from = 0; from < stream.length; from += READ_BYTES) {
            batch = assembler.take(stream, from, endOfRead(from));
        }
        return batch;
    }

    /**
     * Allocates an array of the declared length as soon as this length is known.
     *
     * @return the frame
     */
    @Benchmark
    public byte[] declaredAtOnce() {
        byte[] frame = new byte[ByteBuffer.wrap(stream).getInt()];
        int arrived = 0;
        for (int from = 0; from < stream.length; from += READ_BYTES) {
            int start = Math.max(from, HEADER_BYTES);
            int count = endOfRead(from) - start;
            System.arraycopy(stream, start, frame, arrived, count);
            arrived += count;
        }
        return frame;
    }

    /**
     * Copies everything that has arrived into a larger array with each read.
     *
     * @return the frame after its length prefix
     */
    @Benchmark
    public byte[] appended() {
        byte[] all = {};
        for (int from = 0; from < stream.length; from += READ_BYTES) {
            int count = endOfRead(from) - from;
            all = Arrays.copyOf(all, from + count);
            System.arraycopy(stream, from, all, from, count);
        }
        return all;
    }

    private int endOfRead(int from) {
        return Math.min(stream.length, from + READ_BYTES);
    }
}
