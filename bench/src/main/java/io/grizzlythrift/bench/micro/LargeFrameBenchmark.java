package io.grizzlythrift.bench.micro;

import io.grizzlythrift.frame.FrameAssembler;
import io.grizzlythrift.frame.FrameBatch;
import io.grizzlythrift.frame.FrameException;
import io.grizzlythrift.frame.ThriftFrameFilter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A frame of 3 MB that arrives in reads of 64 KiB.
 *
 * <p>Decides how the array of a started frame grows. {@code declaredAtOnce} is the least that one copy can cost, but
 * believes a length before its bytes are there; the difference to {@code assembled} is the price of not believing it.
 * {@code appended} grows by each read. In this package because the assembler is package-private; the bench runs on the
 * class path.
 */
@State(Scope.Thread)
public class LargeFrameBenchmark extends MicroBenchmark {
    private static final int FRAME_BYTES = 3 * 1024 * 1024;
    private static final int READ_BYTES = 64 * 1024;
    private static final int HEADER_BYTES = FrameAssembler.HEADER_BYTES;

    private final FrameAssembler assembler = new FrameAssembler(ThriftFrameFilter.DEFAULT_MAX_FRAME_BYTES);
    private final byte[] stream = new byte[HEADER_BYTES + FRAME_BYTES];

    /** Makes the benchmark; JMH does. */
    public LargeFrameBenchmark() {}

    /**
     * Fills the frame, and has each way assemble it once.
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
     * What the frame filter does.
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
     * An array of the declared length, allocated when that length is known.
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
     * Everything that has arrived, copied into a larger array with each read.
     *
     * @return the frame behind its length
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
