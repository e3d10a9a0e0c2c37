package io.grizzlythrift.call;

import io.grizzlythrift.option.Bounds;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Threads and times of one method, or of several, apart from those of all others: {@link
 * io.grizzlythrift.server.ServiceOptions#method}. Immutable.
 *
 * <p>A slow method with threads of its own leaves those of the others alone, however many of its calls arrive: no more of
 * them run at a time than it has threads, some wait, and the rest are rejected. A quick method may run on the selector
 * threads while others run on a pool.
 *
 * <pre>{@code
 * MethodOptions reports = MethodOptions.ofThreads(2).withQueueTimeout(Duration.ofSeconds(10));
 * ThriftServer server = ThriftServer.builder()
 *         .method("report", reports)
 *         .method("export", reports)
 *         .method("ping", MethodOptions.of(SameThreadStrategy.create()))
 *         ...
 * }</pre>
 *
 * <p>Methods that are given the same object share its threads.
 */
public final class MethodOptions {
    /** How many reads wait for {@linkplain #ofThreads threads of a method} unless set: {@value}. */
    public static final int DEFAULT_QUEUE_CAPACITY = 1_024;

    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);

    private final ProcessingStrategy strategy;
    private final Optional<Duration> queueTimeout;
    private final Optional<Duration> callTimeout;

    private MethodOptions(
            ProcessingStrategy strategy, Optional<Duration> queueTimeout, Optional<Duration> callTimeout) {
        this.strategy = strategy;
        this.queueTimeout = queueTimeout;
        this.callTimeout = callTimeout;
    }

    /**
     * Returns options with worker threads: at most as many calls run at a time.
     *
     * @param threads 1 to {@value WorkerThreadStrategy#MAX_THREADS}
     * @return options with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads, and the times of the server
     * @throws IllegalArgumentException if out of bounds
     */
    public static MethodOptions ofThreads(int threads) {
        return of(WorkerThreadStrategy.ofThreads(threads).withQueueCapacity(DEFAULT_QUEUE_CAPACITY));
    }

    /**
     * Returns options with the threads of a strategy, which are started with the server. The calls of a read for them are
     * one read for its queue. With {@code same-thread}, calls run on the thread that reads; with {@code leader-follower} and
     * {@code adaptive}, on the threads of their pool or on those that read.
     *
     * @param strategy the number of threads and the capacity of the queue; {@code
     *     WorkerThreadStrategy.ofThreads(2).withQueueCapacity(100)}, for example
     * @return options with the times of the server
     */
    public static MethodOptions of(ProcessingStrategy strategy) {
        return new MethodOptions(Objects.requireNonNull(strategy, "strategy"), Optional.empty(), Optional.empty());
    }

    /**
     * Returns these options with another {@link io.grizzlythrift.limits.ServerLimits#queueTimeout()}. Counted as that one. No effect on {@code
     * same-thread}, which has no queue.
     *
     * @param timeout how long a call may wait for a thread, 1 ms to 1 hour
     * @return new options, with threads of their own
     * @throws IllegalArgumentException if out of bounds
     */
    public MethodOptions withQueueTimeout(Duration timeout) {
        return new MethodOptions(
                strategy, Optional.of(Bounds.requireBetween("queueTimeout", timeout, MIN_TIME, MAX_TIME)), callTimeout);
    }

    /**
     * Returns these options with another {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}. Counted as that one.
     *
     * @param timeout the time from reading a call to its reply, 1 ms to 1 hour
     * @return new options, with threads of their own
     * @throws IllegalArgumentException if out of bounds
     */
    public MethodOptions withCallTimeout(Duration timeout) {
        return new MethodOptions(
                strategy, queueTimeout, Optional.of(Bounds.requireBetween("callTimeout", timeout, MIN_TIME, MAX_TIME)));
    }

    /** {@return the strategy whose threads run the calls} */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /** {@return how long a call may wait for a thread; empty for the time of the server} */
    public Optional<Duration> queueTimeout() {
        return queueTimeout;
    }

    /** {@return the time from reading a call to its reply; empty for the time of the server} */
    public Optional<Duration> callTimeout() {
        return callTimeout;
    }

    /** {@return all options with their names} */
    @Override
    public String toString() {
        return "[" + strategy
                + queueTimeout.map(timeout -> ", queueTimeout=" + timeout).orElse("")
                + callTimeout.map(timeout -> ", callTimeout=" + timeout).orElse("") + "]";
    }
}
