package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.threads.LeaderFollowerThreads;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import org.jvnet.hk2.annotations.Service;

/**
 * The thread that read the calls promotes an idle thread to be the new reader of its selector and runs the calls itself.
 * Requests are not handed over, and their bytes stay in the cache of the processor that read them. Suits handlers that are
 * short but may block occasionally.
 *
 * <p>A follower is promoted only if one is idle. One thread for each selector never runs a handler: it stays leader and
 * keeps reading, while calls wait in a bounded queue for the next free thread. The queue is scheduled round-robin by
 * connection: while another connection waits, a thread leaves a batch after 1 ms. Threads are shared between connections as
 * with {@link WorkerThreadStrategy}. Handlers must be thread-safe, because calls run concurrently, including pipelined calls
 * of one connection.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Service
@Named(LeaderFollowerStrategy.NAME)
public final class LeaderFollowerStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "leader-follower";

    /** The largest number of threads: {@value}. */
    public static final int MAX_THREADS = 10_000;

    /** The default of {@link #withQueueCapacity}: {@value} reads. */
    public static final int DEFAULT_QUEUE_CAPACITY = 16_384;

    private final int threads;
    private final int queueCapacity;

    LeaderFollowerStrategy() {
        this(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()), DEFAULT_QUEUE_CAPACITY);
    }

    private LeaderFollowerStrategy(int threads, int queueCapacity) {
        this.threads = Bounds.requireBetween("threads", threads, 1, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
    }

    /**
     * Creates a strategy with two threads per core, at least 8.
     *
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     */
    public static LeaderFollowerStrategy create() {
        return new LeaderFollowerStrategy();
    }

    /**
     * Creates a strategy with a fixed number of threads, which alternate between reading and running calls.
     *
     * @param threads the number of threads that run calls, 1 to {@value #MAX_THREADS}; one more per selector always reads,
     *     and a quarter more, at least one unless there is only one, run calls of other connections while one connection
     *     has more than its share
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     * @throws IllegalArgumentException if {@code threads} is out of bounds
     */
    public static LeaderFollowerStrategy ofThreads(int threads) {
        return new LeaderFollowerStrategy(threads, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * Returns this strategy with another queue capacity. A read holds up to 64 KiB of pipelined calls, or one large call.
     * When the queue is full, the calls of further reads are rejected with a reply. So are the calls of a connection that
     * already has eight times as many reads queued as there are free places. One place in sixteen is reserved for
     * connections that have no read queued.
     *
     * @param reads how many reads may wait for a free thread, at least 1
     * @return a new strategy
     * @throws IllegalArgumentException if {@code reads} is less than 1
     */
    public LeaderFollowerStrategy withQueueCapacity(int reads) {
        return new LeaderFollowerStrategy(threads, reads);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** {@inheritDoc} One per two cores, because handlers need the others. */
    @Override
    public int defaultSelectorThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    /** {@inheritDoc} Returns true: a thread that reads calls hands its selector on before it runs them. */
    @Override
    public boolean requiresOwnTransport() {
        return true;
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new LeaderFollowerThreads(serverName, selectorThreads, threads, queueCapacity);
    }

    /** {@return the name, the number of threads and the queue capacity} */
    @Override
    public String toString() {
        return NAME + "[threads=" + threads + ", queueCapacity=" + queueCapacity + "]";
    }
}
