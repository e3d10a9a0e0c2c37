package io.grizzlythrift.bench.micro;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.frame.FrameOutput;
import io.grizzlythrift.frame.FrameOverflowException;
import io.grizzlythrift.reply.ReplyOwner;
import io.grizzlythrift.reply.ReplyQueue;
import io.grizzlythrift.reply.ReplyRuns;
import io.grizzlythrift.reply.ReplyWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * The replies of {@value #CALLS} calls of one connection, {@value #REPLY_BYTES} bytes each, on their way into its line
 * and out of it, by one thread and without a socket. Time and allocation are per call.
 *
 * <p>Says what request order costs against {@link ReplyOrder#AS_COMPLETED}, when calls end in order and when they do
 * not. In this package because the line is package-private; the bench runs on the class path.
 */
@State(Scope.Thread)
public class ReplyQueueBenchmark extends MicroBenchmark {
    private static final int CALLS = 100;
    private static final int REPLY_BYTES = 300;
    private static final int SEED = 1;

    /** In which order calls end. */
    public enum Completion {
        /** As they came. */
        IN_ORDER,
        /** The last first: all wait for the one that ends last. */
        REVERSED,
        /** In an order that is drawn once. */
        SHUFFLED;

        private int[] sequence() {
            List<Integer> calls =
                    new ArrayList<>(IntStream.range(0, CALLS).boxed().toList());
            if (this == REVERSED) {
                Collections.reverse(calls);
            } else if (this == SHUFFLED) {
                Collections.shuffle(calls, new Random(SEED));
            }
            return calls.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    @Param({"REQUEST", "AS_COMPLETED"})
    private ReplyOrder order;

    @Param({"IN_ORDER", "REVERSED", "SHUFFLED"})
    private Completion completion;

    /** As much as a thread of a server keeps for replies. */
    private static final int RETAINED_BYTES = 4 * 1024 * 1024;

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final ReplyRuns replies = new ReplyRuns(output);
    private final byte[] reply = new byte[REPLY_BYTES];
    private final CountingSink sink = new CountingSink();
    private int[] sequence;
    private ReplyOwner connection;

    /** Makes the benchmark; JMH does. */
    public ReplyQueueBenchmark() {}

    /**
     * Makes the line, and looks at what leaves it.
     *
     * @throws FrameOverflowException never
     */
    @Setup
    public void prepare() throws FrameOverflowException {
        sequence = completion.sequence();
        int[] leaving = order == ReplyOrder.REQUEST ? Completion.IN_ORDER.sequence() : sequence;
        RecordingSink recorded = new RecordingSink();
        connection = connectionTo(recorded);
        oneByOne();
        require(recorded.leftAs(leaving), "the order of replies that are delivered one by one");
        together();
        require(recorded.leftAs(leaving), "the order of replies that are delivered together");
        connection = connectionTo(sink);
    }

    private ReplyOwner connectionTo(ReplyWriter to) {
        ReplyQueue queue = new ReplyQueue(order, to, Integer.MAX_VALUE);
        return new ReplyOwner() {
            @Override
            public ReplyQueue replyQueue() {
                return queue;
            }

            @Override
            public void abandon() {
                throw new IllegalStateException("replies could not be delivered");
            }
        };
    }

    /**
     * Each reply is handed on when its call has ended, as after slow calls.
     *
     * @return the bytes written until now
     * @throws FrameOverflowException never
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long oneByOne() throws FrameOverflowException {
        long first = connection.replyQueue().accept(CALLS);
        for (int call : sequence) {
            add(first, call);
            replies.deliver();
        }
        return sink.bytes;
    }

    /**
     * All replies are handed on at once, as after fast calls that one thread has run.
     *
     * @return the bytes written until now
     * @throws FrameOverflowException never
     */
    @Benchmark
    @OperationsPerInvocation(CALLS)
    public long together() throws FrameOverflowException {
        long first = connection.replyQueue().accept(CALLS);
        for (int call : sequence) {
            add(first, call);
        }
        replies.deliver();
        return sink.bytes;
    }

    private void add(long first, int call) throws FrameOverflowException {
        reply[0] = (byte) call;
        output.write(reply, 0, REPLY_BYTES);
        replies.add(connection, first + call);
    }

    /** Only counts bytes. */
    private static final class CountingSink implements ReplyWriter {
        private long bytes;

        @Override
        public void write(byte[] from, int offset, int length) {
            bytes += length;
        }

        @Override
        public int unsentBytes() {
            return 0;
        }

        @Override
        public void abort(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }

    /** Keeps the numbers that replies begin with. */
    private static final class RecordingSink implements ReplyWriter {
        private final List<Integer> calls = new ArrayList<>();

        @Override
        public void write(byte[] from, int offset, int length) {
            ByteBuffer written = ByteBuffer.wrap(from, offset, length);
            for (int at = offset; at < offset + length; at += REPLY_BYTES) {
                calls.add((int) written.get(at));
            }
        }

        @Override
        public int unsentBytes() {
            return 0;
        }

        @Override
        public void abort(Throwable cause) {
            throw new IllegalStateException(cause);
        }

        /** Whether these calls left since the last look, in this order. */
        boolean leftAs(int[] expected) {
            boolean right = calls.equals(IntStream.of(expected).boxed().toList());
            calls.clear();
            return right;
        }
    }
}
