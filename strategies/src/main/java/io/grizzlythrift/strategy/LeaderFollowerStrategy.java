package io.grizzlythrift.strategy;

import io.grizzlythrift.option.Bounds;
import jakarta.inject.Named;
import org.jvnet.hk2.annotations.Service;

/**
 * The thread that read the calls makes an idle thread the new reader of its selector and runs the calls itself: no
 * hand-over of the request, and its bytes stay in the cache of the processor that read them. For handlers that are
 * short but may block now and then.
 *
 * <p>A follower is promoted only if one is idle. The last thread of a selector never runs a handler: it stays leader
 * and keeps reading, while calls wait in a bounded queue for the next free thread, in turns by connection. While another
 * connection waits, a thread leaves a batch after 1 ms; three quarters of the threads that do not read run calls of one
 * connection at a time. Handlers must be thread-safe: calls
 * run at the same time, pipelined ones of one connection too.
 */
@Service
@Named(LeaderFollowerStrategy.NAME)
public final class LeaderFollowerStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "leader-follower";

    /** The largest number of threads: {@value}. */
    public static final int MAX_THREADS = 10_000;

    /** How many reads wait for a free thread at most when {@link #withQueueCapacity} is not used: {@value}. */
    public static final int DEFAULT_QUEUE_CAPACITY = 16_384;

    private final int threads;
    private final int queueCapacity;

    LeaderFollowerStrategy() {
        this(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()), DEFAULT_QUEUE_CAPACITY);
    }

    private LeaderFollowerStrategy(int threads, int queueCapacity) {
        this.threads = Bounds.requireBetween("threads", threads, 2, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
    }

    /**
     * Two threads per core, at least 8.
     *
     * @return a strategy with default sizes
     */
    public static LeaderFollowerStrategy create() {
        return new LeaderFollowerStrategy();
    }

    /**
     * A fixed number of threads that take turns in reading and running.
     *
     * @param threads all threads, 2 to {@value #MAX_THREADS}; one of them per selector always reads
     * @return a strategy with {@value #DEFAULT_QUEUE_CAPACITY} places in its queue
     * @throws IllegalArgumentException if {@code threads} is out of its bounds
     */
    public static LeaderFollowerStrategy ofThreads(int threads) {
        return new LeaderFollowerStrategy(threads, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * The same threads with another queue.
     *
     * @param reads how many reads (each up to 64 KiB of pipelined calls, or one large call) may wait for a free thread, at
     *     least 1; the calls of further reads are refused with a reply. So are those of a connection that has eight
     *     times as many reads waiting as there are places free, and one place in sixteen is for connections that have
     *     none waiting
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

    /** {@inheritDoc} One for each two cores, and few enough that most threads can run handlers. */
    @Override
    public int defaultSelectorThreads() {
        return Math.max(1, Math.min(Runtime.getRuntime().availableProcessors() / 2, threads / 4));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException unless there are more threads than selectors: each selector keeps one thread
     *     reading
     */
    @Override
    public void checkSelectorThreads(int selectorThreads) {
        if (selectorThreads >= threads) {
            throw new IllegalArgumentException("selectorThreads is " + selectorThreads + ", must be less than the "
                    + threads + " threads of leader-follower: each selector keeps one of them reading");
        }
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        checkSelectorThreads(selectorThreads);
        return new LeaderFollowerThreads(serverName, selectorThreads, threads, queueCapacity);
    }
}
