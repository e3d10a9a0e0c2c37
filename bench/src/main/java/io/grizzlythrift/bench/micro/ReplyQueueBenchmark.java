package io.grizzlythrift.bench.micro;

import io.grizzlythrift.call.ReplyOrder;
import io.grizzlythrift.internal.frame.FrameOutput;
import io.grizzlythrift.internal.frame.FrameOverflowException;
import io.grizzlythrift.internal.reply.ReplyOwner;
import io.grizzlythrift.internal.reply.ReplyQueue;
import io.grizzlythrift.internal.reply.ReplyRuns;
import io.grizzlythrift.internal.reply.ReplyWriter;
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
 * Passes the replies of {@value #CALLS} calls of one connection, {@value #REPLY_BYTES} bytes each, through its reply
 * queue, with one thread and without a socket. Time and allocation are per call.
 *
 * <p>Shows the cost of request order compared with {@link ReplyOrder#AS_COMPLETED}, both when calls end in order and
 * when they do not. In this package because the reply queue is package-private; the bench runs on the class path.
 */
@State(Scope.Thread)
public class ReplyQueueBenchmark extends MicroBenchmark {
    private static final int CALLS = 100;
    private static final int REPLY_BYTES = 300;
    private static final int SEED = 1;

    /** The order in which calls end. */
    public enum Completion {
        /** In the order of arrival. */
        IN_ORDER,
        /** The last call first: all replies wait for the call that ends last. */
        REVERSED,
        /** In a random order with a fixed seed. */
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

    /** The same number of bytes that a thread of a server retains for replies. */
    private static final int RETAINED_BYTES = 4 * 1024 * 1024;

    private final FrameOutput output = new FrameOutput(RETAINED_BYTES);
    private final ReplyRuns replies = new ReplyRuns(output);
    private final byte[] reply = new byte[REPLY_BYTES];
    private final CountingSink sink = new CountingSink();
    private int[] sequence;
    private ReplyOwner connection;

    /** Creates the benchmark; JMH calls this. */
    public ReplyQueueBenchmark() {}

    /**
     * Creates the reply queue, and checks the order of the replies that leave it.
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
     * Delivers each reply when its call ends, as after slow calls.
     *
     * @return the number of bytes written so far
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
     * Delivers all replies at once, as after fast calls that one thread ran.
     *
     * @return the number of bytes written so far
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

    /** Counts bytes only. */
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

    /** Records the number at the start of each reply. */
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

        /** Returns whether the replies of these calls left since the last check, in this order. */
        boolean leftAs(int[] expected) {
            boolean right = calls.equals(IntStream.of(expected).boxed().toList());
            calls.clear();
            return right;
        }
    }
}
