package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.queue.PaceRules;
import io.grizzlythrift.strategy.internal.threads.AdaptiveThreads;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import java.time.Duration;
import org.jvnet.hk2.annotations.Service;

/**
 * Runs a call on the selector thread that read it if its method has proven to be quick, and on a bounded pool otherwise. Quick
 * methods cost as little as with {@link SameThreadStrategy}, and slow methods do not hold up reading. The pool is that of
 * {@link WorkerThreadStrategy}.
 *
 * <p>Each method starts on the pool. It moves to the selector threads after {@value PaceRules#CALLS_IN_ROW} consecutive calls
 * that took less than {@link #withQuickBound the bound}. It moves back at once when a single call takes
 * {@value PaceRules#BURST} times the bound and at least 30 ms, or when calls over the bound take more than 1 % of the time. It
 * then stays on the pool for 3 seconds to 5 minutes: at least 100 times as long as those calls took, and at least twice as long as the last time
 * unless it was quick for a long while. The time for which a thread waits for a core or for the garbage collector does not
 * count. On systems other than Linux, which do not report that time, a call that lost its core may count as slow.
 *
 * <p>A call that holds a selector thread for {@value PaceRules#BURST} times the bound, and at least 30 ms, does not stop the
 * connections of that selector any longer: its method is demoted while it runs, and another thread takes the selector over. There
 * may be as many such threads as the pool has, and one more for each selector; while more would be needed, all calls run on the
 * pool.
 *
 * <p>Handlers must be thread-safe. Calls of protocols other than binary and compact, compressed calls, and calls of methods that
 * the processor does not declare always run on the pool.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Service
@Named(AdaptiveStrategy.NAME)
public final class AdaptiveStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "adaptive";

    /** The largest number of threads of the pool: {@value}. */
    public static final int MAX_THREADS = WorkerThreadStrategy.MAX_THREADS;

    /** The default of {@link #withQueueCapacity}: {@value} reads. */
    public static final int DEFAULT_QUEUE_CAPACITY = WorkerThreadStrategy.DEFAULT_QUEUE_CAPACITY;

    /** The default of {@link #withQuickBound}: 100 microseconds. */
    public static final Duration DEFAULT_QUICK_BOUND = Duration.ofNanos(100_000);

    /** The smallest bound of a quick call: 10 microseconds. */
    public static final Duration MIN_QUICK_BOUND = Duration.ofNanos(10_000);

    /** The largest bound of a quick call: 2 milliseconds, the time slice of a selector thread. */
    public static final Duration MAX_QUICK_BOUND = Duration.ofMillis(2);

    private final int threads;
    private final int queueCapacity;
    private final Duration quickBound;

    AdaptiveStrategy() {
        this(Math.max(8, 2 * Runtime.getRuntime().availableProcessors()), DEFAULT_QUEUE_CAPACITY, DEFAULT_QUICK_BOUND);
    }

    private AdaptiveStrategy(int threads, int queueCapacity, Duration quickBound) {
        this.threads = Bounds.requireBetween("threads", threads, 1, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
        this.quickBound = Bounds.requireBetween("quickBound", quickBound, MIN_QUICK_BOUND, MAX_QUICK_BOUND);
    }

    /**
     * Creates a strategy whose pool has two threads per core, at least 8.
     *
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads and a bound of 100 microseconds
     */
    public static AdaptiveStrategy create() {
        return new AdaptiveStrategy();
    }

    /**
     * Creates a strategy with a fixed number of threads in its pool.
     *
     * @param threads the number of threads in addition to the selector threads, 1 to {@value #MAX_THREADS}
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads and a bound of 100 microseconds
     * @throws IllegalArgumentException if {@code threads} is out of bounds
     */
    public static AdaptiveStrategy ofThreads(int threads) {
        return new AdaptiveStrategy(threads, DEFAULT_QUEUE_CAPACITY, DEFAULT_QUICK_BOUND);
    }

    /**
     * Returns this strategy with another queue capacity of its pool; see {@link WorkerThreadStrategy#withQueueCapacity}.
     *
     * @param reads how many reads may wait for a thread of the pool, at least 1
     * @return a new strategy
     * @throws IllegalArgumentException if {@code reads} is less than 1
     */
    public AdaptiveStrategy withQueueCapacity(int reads) {
        return new AdaptiveStrategy(threads, reads, quickBound);
    }

    /**
     * Returns this strategy with another bound for quick calls.
     *
     * @param bound a call is quick if it holds its thread for less than this; 10 microseconds to 2 milliseconds
     * @return a new strategy
     * @throws IllegalArgumentException if {@code bound} is out of bounds
     */
    public AdaptiveStrategy withQuickBound(Duration bound) {
        return new AdaptiveStrategy(threads, queueCapacity, bound);
    }

    @Override
    public String name() {
        return NAME;
    }

    /** {@inheritDoc} One per core: if all methods are quick, selector threads do all of the work. */
    @Override
    public int defaultSelectorThreads() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** {@inheritDoc} Returns true: selector threads run quick calls after they have read them, and may lose their selector meanwhile. */
    @Override
    public boolean requiresOwnTransport() {
        return true;
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new AdaptiveThreads(
                serverName, selectorThreads, threads, queueCapacity, new PaceRules(quickBound.toNanos()));
    }

    /** {@return the name, the number of threads, the queue capacity and the bound for quick calls} */
    @Override
    public String toString() {
        return NAME + "[threads=" + threads + ", queueCapacity=" + queueCapacity + ", quickBound="
                + quickBound.toNanos() / 1_000 + "us]";
    }
}
