package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.threads.VirtualThreads;
import io.grizzlythrift.strategy.internal.util.Bounds;
import io.grizzlythrift.strategy.internal.util.VirtualThreadFactory;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import jakarta.inject.Named;
import org.jvnet.hk2.annotations.Service;

/**
 * Selector threads only read; each call that waits has its own virtual thread. Suits thousands of concurrent handlers that
 * wait for other services. Requires JDK 21 or newer.
 *
 * <p>The number of virtual threads is bounded. When all of them are busy, batches wait in a queue like that of
 * {@link WorkerThreadStrategy}, with the same fairness between connections. A thread claims the calls of a read one by one; if
 * calls remain, it starts one more thread for them before it runs its first call. So calls that return at once cost one thread
 * per read, and calls that wait get one thread each.
 *
 * <p>Handlers must be thread-safe. A handler that computes gains nothing from a virtual thread. Up to JDK 23, a handler that
 * waits inside {@code synchronized} pins a carrier thread, and the JVM has one per core.
 */
@SuppressWarnings("exports") // HK2 is optional: a module that uses it requires it
@Service
@Named(VirtualThreadStrategy.NAME)
public final class VirtualThreadStrategy implements ProcessingStrategy {
    /** The name of this strategy. */
    public static final String NAME = "virtual-thread";

    /** The default number of threads: {@value}. */
    public static final int DEFAULT_THREADS = 1_000;

    /** The largest number of threads: {@value}. */
    public static final int MAX_THREADS = 1_000_000;

    /** The default of {@link #withQueueCapacity}: {@value} reads. */
    public static final int DEFAULT_QUEUE_CAPACITY = WorkerThreadStrategy.DEFAULT_QUEUE_CAPACITY;

    private final int threads;
    private final int queueCapacity;

    VirtualThreadStrategy() {
        this(DEFAULT_THREADS, DEFAULT_QUEUE_CAPACITY);
    }

    private VirtualThreadStrategy(int threads, int queueCapacity) {
        this.threads = Bounds.requireBetween("threads", threads, 1, MAX_THREADS);
        this.queueCapacity = Bounds.requireBetween("queueCapacity", queueCapacity, 1, Integer.MAX_VALUE);
    }

    /**
     * Creates a strategy with up to {@value #DEFAULT_THREADS} virtual threads. Works on any JDK, but {@link #start} needs 21.
     *
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     */
    public static VirtualThreadStrategy create() {
        return new VirtualThreadStrategy();
    }

    /**
     * Creates a strategy with a maximum number of virtual threads.
     *
     * @param threads how many calls may run at the same time, 1 to {@value #MAX_THREADS}; keep it within the capacity of what
     *     handlers wait for, such as a database connection pool. Up to a quarter more run while one connection has more than
     *     three quarters of them and others send calls
     * @return a strategy with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads
     * @throws IllegalArgumentException if {@code threads} is out of bounds
     */
    public static VirtualThreadStrategy ofThreads(int threads) {
        return new VirtualThreadStrategy(threads, DEFAULT_QUEUE_CAPACITY);
    }

    /**
     * Returns this strategy with another queue capacity; see {@link WorkerThreadStrategy#withQueueCapacity}.
     *
     * @param reads how many reads may wait for a thread, at least 1
     * @return a new strategy
     * @throws IllegalArgumentException if {@code reads} is less than 1
     */
    public VirtualThreadStrategy withQueueCapacity(int reads) {
        return new VirtualThreadStrategy(threads, reads);
    }

    /** {@return whether this JVM has virtual threads} */
    public static boolean isSupported() {
        return VirtualThreadFactory.isSupported();
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

    /**
     * {@inheritDoc}
     *
     * @throws UnsupportedOperationException on a JDK older than 21; the message contains its version
     */
    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        if (!isSupported()) {
            throw new UnsupportedOperationException("the strategy " + NAME + " needs JDK "
                    + VirtualThreadFactory.FIRST_VERSION + " or newer; this is "
                    + Runtime.version().feature());
        }
        return new VirtualThreads(
                serverName,
                selectorThreads,
                threads,
                queueCapacity,
                VirtualThreadFactory.named(serverName + "-virtual-"));
    }

    /** {@return the name, the number of threads and the queue capacity} */
    @Override
    public String toString() {
        return NAME + "[threads=" + threads + ", queueCapacity=" + queueCapacity + "]";
    }
}
