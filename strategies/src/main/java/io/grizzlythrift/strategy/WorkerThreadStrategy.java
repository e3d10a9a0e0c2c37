package io.grizzlythrift.strategy;

import io.grizzlythrift.option.Bounds;
import jakarta.inject.Named;
import org.jvnet.hk2.annotations.Service;

/**
 * Selector threads only read; a bounded pool runs the calls. For handlers that block, and the default: a slow handler
 * never stops the reading.
 *
 * <p>A read is handed over whole, once. While another connection waits, a worker leaves it after 1 ms, and it goes on when
 * it is its turn again; three quarters of the workers run calls of one connection at a time. Calls of one connection may run at the same time on several workers, so
 * handlers must be thread-safe, as for every pooled Thrift server.
 */
@Service
@Named(WorkerThreadStrategy.NAME)
public final class WorkerThreadStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "worker-thread";

    /** The largest number of worker threads: {@value}. */
    public static final int MAX_THREADS = 10_000;

    /** How many reads wait for a worker at most when {@link #withQueueCapacity} is not used: {@value}. */
    public static final int DEFAULT_QUEUE_CAPACITY = 16_384;

    private final int threads;
    private final int queueCapacity;

    WorkerThreadStrategy() {
        this(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()), DEFAULT_QUEUE_CAPACITY);
    }

    private WorkerThreadStrategy(int threads, int queueCapacity) {
        this.threads = Bounds.requireBetween("threads", threads, 1, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
    }

    /**
     * A pool of two threads per core, at least 8.
     *
     * @return a strategy with default sizes
     */
    public static WorkerThreadStrategy create() {
        return new WorkerThreadStrategy();
    }

    /**
     * A pool of fixed size.
     *
     * @param threads worker threads, 1 to {@value #MAX_THREADS}
     * @return a strategy with {@value #DEFAULT_QUEUE_CAPACITY} places in its queue
     * @throws IllegalArgumentException if {@code threads} is out of its bounds
     */
    public static WorkerThreadStrategy ofThreads(int threads) {
        return new WorkerThreadStrategy(threads, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * The same pool with another queue.
     *
     * @param reads how many reads (each up to 64 KiB of pipelined calls, or one large call) may wait for a worker, at
     *     least 1; the calls of further reads are refused with a reply. So are those of a connection that has eight
     *     times as many reads waiting as there are places free, and one place in sixteen is for connections that have
     *     none waiting
     * @return a new strategy
     * @throws IllegalArgumentException if {@code reads} is less than 1
     */
    public WorkerThreadStrategy withQueueCapacity(int reads) {
        return new WorkerThreadStrategy(threads, reads);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** {@inheritDoc} One for each two cores: workers need the others. */
    @Override
    public int defaultSelectorThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new WorkerThreads(serverName, selectorThreads, threads, queueCapacity);
    }
}
