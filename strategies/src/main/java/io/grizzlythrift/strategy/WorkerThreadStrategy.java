package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.threads.ExecutorThreads;
import io.grizzlythrift.strategy.internal.threads.PoolThread;
import io.grizzlythrift.strategy.internal.threads.WorkerThreads;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jvnet.hk2.annotations.Service;

/**
 * Selector threads only read; a bounded pool of worker threads runs the calls. The default strategy, and the one for
 * handlers that block: a slow handler never holds up reading.
 *
 * <p>All calls of a read are handed over together. While another connection waits, a worker leaves a batch after 1
 * ms and requeues the rest, and at most three quarters of the workers begin calls of one connection. A connection alone gets
 * all workers. If another one then sends calls, spare threads run them at once, one for each worker beyond three quarters,
 * until the first connection is back at its share. Calls of one connection may run concurrently on several workers, so
 * handlers must be thread-safe, as for every pooled Thrift server.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Service
@Named(WorkerThreadStrategy.NAME)
public final class WorkerThreadStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "worker-thread";

    /** The largest number of worker threads: {@value}. */
    public static final int MAX_THREADS = 10_000;

    /** The default of {@link #withQueueCapacity}: {@value} reads. */
    public static final int DEFAULT_QUEUE_CAPACITY = 16_384;

    private final int threads;
    private final int queueCapacity;

    /** Runs the calls, if the threads are not the server's own. */
    private final Optional<Executor> executor;

    WorkerThreadStrategy() {
        this(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()), DEFAULT_QUEUE_CAPACITY, Optional.empty());
    }

    private WorkerThreadStrategy(int threads, int queueCapacity, Optional<Executor> executor) {
        this.executor = executor;
        this.threads = Bounds.requireBetween("threads", threads, 1, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
    }

    /**
     * Creates a strategy with two worker threads per core, at least 8.
     *
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     */
    public static WorkerThreadStrategy create() {
        return new WorkerThreadStrategy();
    }

    /**
     * Creates a strategy with a fixed number of worker threads.
     *
     * @param threads the number of worker threads, 1 to {@value #MAX_THREADS}; unless it is 1, a quarter more, at least
     *     one, are spare threads
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     * @throws IllegalArgumentException if {@code threads} is out of bounds
     */
    public static WorkerThreadStrategy ofThreads(int threads) {
        return new WorkerThreadStrategy(threads, DEFAULT_QUEUE_CAPACITY, Optional.empty());
    }

    /**
     * Creates a strategy that runs calls on the threads of an existing executor, such as the {@code ManagedExecutorService}
     * of a Jakarta EE container. The executor is shared: it is not shut down with the server, which interrupts only
     * handlers of its own calls.
     *
     * <p>The server submits one task for each read while fewer than {@code threads} tasks run or wait in the executor, and one
     * more for a read of which calls are left when its first one runs. Other reads wait in the queue of this strategy, with
     * its fairness; a task that has run its calls takes the next read from there. So an executor that has fewer
     * threads than that runs fewer calls at a time. If it rejects a task, the calls of that read are rejected with a reply.
     *
     * @param executor runs tasks on other threads than the one that submits them, which reads from connections. If it
     *     drops tasks because it is shut down, their calls get replies when the server stops. It must not drop tasks
     *     otherwise: their calls would get no reply, and each would keep its place until the server stops
     * @param threads how many tasks run or wait in the executor at the same time, 1 to {@value #MAX_THREADS}. Up to a quarter
     *     more while one connection has more than three quarters of them and others send calls
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     * @throws IllegalArgumentException if {@code threads} is out of bounds, or if the executor is a {@code
     *     ThreadPoolExecutor} with a {@code DiscardPolicy} or {@code DiscardOldestPolicy}
     */
    public static WorkerThreadStrategy of(Executor executor, int threads) {
        ExecutorThreads.requireNoDiscard(Objects.requireNonNull(executor, "executor"));
        return new WorkerThreadStrategy(threads, DEFAULT_QUEUE_CAPACITY, Optional.of(executor));
    }

    /**
     * Returns this strategy with another queue capacity. A read holds up to 64 KiB of pipelined calls, or one large call.
     * When the queue is full, the calls of further reads are rejected with a reply. So are the calls of a connection that
     * already has eight times as many reads queued as there are free places. One place in sixteen is reserved for
     * connections that have no read queued.
     *
     * @param reads how many reads may wait for a worker, at least 1
     * @return a new strategy
     * @throws IllegalArgumentException if {@code reads} is less than 1
     */
    public WorkerThreadStrategy withQueueCapacity(int reads) {
        return new WorkerThreadStrategy(threads, reads, executor);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** {@inheritDoc} One per two cores, because workers need the others. */
    @Override
    public int defaultSelectorThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        if (executor.isPresent()) {
            return new ExecutorThreads(serverName, selectorThreads, threads, queueCapacity, executor.get());
        }
        return new WorkerThreads(serverName, selectorThreads, threads, queueCapacity, PoolThread::new);
    }

    /** {@return the name, the number of threads, the queue capacity, and the executor if there is one} */
    @Override
    public String toString() {
        return NAME + "[threads=" + threads + ", queueCapacity=" + queueCapacity
                + executor.map(used -> ", executor=" + used).orElse("") + "]";
    }
}
