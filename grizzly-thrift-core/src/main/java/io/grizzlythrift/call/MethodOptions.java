package io.grizzlythrift.call;

import io.grizzlythrift.limits.ServerLimits;
import io.grizzlythrift.strategy.ProcessingStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.internal.util.Bounds;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The separate threads, places in flight and timeouts of one or several methods: {@link
 * io.grizzlythrift.server.ServiceOptions#method}. Immutable.
 *
 * <p>A slow method with its own threads does not occupy the threads of other methods, or their places in flight, however
 * many of its calls arrive: at most as many run at a time as it has threads, some wait, and the rest are rejected. A quick method may run on the
 * selector threads while other methods run on a pool.
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
 * <p>Methods with the same options object share its threads.
 */
public final class MethodOptions {
    /** The default number of reads that may wait for {@linkplain #ofThreads threads of a method}: {@value}. */
    public static final int DEFAULT_QUEUE_CAPACITY = 1_024;

    private static final Duration MIN_TIME = Duration.ofMillis(1);
    private static final Duration MAX_TIME = Duration.ofHours(1);

    private final ProcessingStrategy strategy;
    private final Optional<Duration> queueTimeout;
    private final Optional<Duration> callTimeout;
    private final Optional<Integer> maxInFlight;

    private MethodOptions(
            ProcessingStrategy strategy,
            Optional<Duration> queueTimeout,
            Optional<Duration> callTimeout,
            Optional<Integer> maxInFlight) {
        this.strategy = strategy;
        this.queueTimeout = queueTimeout;
        this.callTimeout = callTimeout;
        this.maxInFlight = maxInFlight;
    }

    /**
     * Returns options with worker threads. At most this many calls run at a time.
     *
     * @param threads 1 to {@value WorkerThreadStrategy#MAX_THREADS}
     * @return options with a queue for {@value #DEFAULT_QUEUE_CAPACITY} reads, and the timeouts of the server
     * @throws IllegalArgumentException if out of bounds
     */
    public static MethodOptions ofThreads(int threads) {
        return of(WorkerThreadStrategy.ofThreads(threads).withQueueCapacity(DEFAULT_QUEUE_CAPACITY));
    }

    /**
     * Returns options with the threads of a strategy, which are started with the server. All calls of one read that are
     * for these threads count as one read in the queue of the strategy. With {@code same-thread}, calls run on the
     * thread that reads; with {@code leader-follower} and {@code adaptive}, on the threads of their pool.
     *
     * @param strategy determines the number of threads and the capacity of the queue, for example {@code
     *     WorkerThreadStrategy.ofThreads(2).withQueueCapacity(100)}
     * @return options with the timeouts of the server
     */
    public static MethodOptions of(ProcessingStrategy strategy) {
        return new MethodOptions(
                Objects.requireNonNull(strategy, "strategy"), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /**
     * Returns a copy of these options with another {@link io.grizzlythrift.limits.ServerLimits#queueTimeout()}.
     * Rejected calls are counted under the same limit. Has no effect with {@code same-thread}, which has no queue.
     *
     * @param timeout how long a call may wait for a thread, 1 ms to 1 hour
     * @return new options, with their own threads
     * @throws IllegalArgumentException if out of bounds
     */
    public MethodOptions withQueueTimeout(Duration timeout) {
        return new MethodOptions(
                strategy,
                Optional.of(Bounds.requireBetween("queueTimeout", timeout, MIN_TIME, MAX_TIME)),
                callTimeout,
                maxInFlight);
    }

    /**
     * Returns a copy of these options with another {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}. Calls
     * that time out are counted under the same limit.
     *
     * @param timeout the time from reading a call to its reply, 1 ms to 1 hour
     * @return new options, with their own threads
     * @throws IllegalArgumentException if out of bounds
     */
    public MethodOptions withCallTimeout(Duration timeout) {
        return new MethodOptions(
                strategy,
                queueTimeout,
                Optional.of(Bounds.requireBetween("callTimeout", timeout, MIN_TIME, MAX_TIME)),
                maxInFlight);
    }

    /**
     * Returns a copy of these options with another {@link io.grizzlythrift.limits.ServerLimits#maxInFlight()} for the calls of
     * its methods. They have their own places in any case, and take none of those of the server. Rejected calls are counted as
     * {@link io.grizzlythrift.limits.LimitType#METHOD_MAX_IN_FLIGHT}.
     *
     * @param calls how many calls may wait or run, 1 to {@value ServerLimits#MAX_CALLS}
     * @return new options, with their own threads
     * @throws IllegalArgumentException if out of bounds
     */
    public MethodOptions withMaxInFlight(int calls) {
        return new MethodOptions(
                strategy,
                queueTimeout,
                callTimeout,
                Optional.of(Bounds.requireBetween("maxInFlight", calls, 1, ServerLimits.MAX_CALLS)));
    }

    /** {@return the strategy whose threads run the calls} */
    public ProcessingStrategy strategy() {
        return strategy;
    }

    /** {@return how long a call may wait for a thread; empty for the timeout of the server} */
    public Optional<Duration> queueTimeout() {
        return queueTimeout;
    }

    /** {@return the time from reading a call to its reply; empty for the timeout of the server} */
    public Optional<Duration> callTimeout() {
        return callTimeout;
    }

    /** {@return how many calls may wait or run; empty for as many as on the server, in places of their own} */
    public Optional<Integer> maxInFlight() {
        return maxInFlight;
    }

    /** {@return all options with their names} */
    @Override
    public String toString() {
        return "[" + strategy
                + queueTimeout.map(timeout -> ", queueTimeout=" + timeout).orElse("")
                + callTimeout.map(timeout -> ", callTimeout=" + timeout).orElse("")
                + maxInFlight.map(calls -> ", maxInFlight=" + calls).orElse("") + "]";
    }
}
