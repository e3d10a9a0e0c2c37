package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.queue.QueueOwner;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run a call, how long it may wait for one, and how long it may take. These are the threads and
 * timeouts of the server, or those of a method with {@link io.grizzlythrift.call.MethodOptions}. The time in queue is
 * limited by queueTimeout always, and by queueTarget while more calls arrive than the threads can run. Immutable.
 */
public final class CallRoute {
    /** The number of the route of calls whose method has no options: {@value}. */
    public static final int MAIN = 0;

    private static final long NEVER = Long.MAX_VALUE;

    private final int number;
    private final StrategyThreads threads;
    private final long queueTimeoutNanos;
    private final long queueTargetNanos;
    private final long callTimeoutNanos;

    /** Places that are counted by connection; null for those of a server with a single route, which are not. */
    private final CallPlaces ownPlaces;

    /**
     * Creates the only route of a server.
     *
     * @param threads as for the other constructor, like the following parameters
     */
    public CallRoute(
            StrategyThreads threads, Duration queueTimeout, Optional<Duration> queueTarget, Duration callTimeout) {
        this(MAIN, threads, queueTimeout, queueTarget, callTimeout, null);
    }

    /**
     * Creates a route.
     *
     * @param number {@link #MAIN} for the threads of the server, a larger number for other threads
     * @param threads run the calls; if calls do not wait for them in a queue, queueTimeout does not apply
     * @param queueTimeout the longest time that a call may wait
     * @param queueTarget the longest time under overload
     * @param callTimeout the time from reading a call to its reply
     * @param ownPlaces the places of its calls, counted by connection: a connection may have many calls on another route;
     *     null for those of a server with a single route
     */
    public CallRoute(
            int number,
            StrategyThreads threads,
            Duration queueTimeout,
            Optional<Duration> queueTarget,
            Duration callTimeout,
            CallPlaces ownPlaces) {
        this.ownPlaces = ownPlaces;
        this.number = number;
        this.threads = threads;
        queueTimeoutNanos = threads.hasCallQueue() ? queueTimeout.toNanos() : NEVER;
        queueTargetNanos = queueTarget.map(Duration::toNanos).orElse(NEVER);
        callTimeoutNanos = callTimeout.toNanos();
    }

    public int number() {
        return number;
    }

    /** {@return the places of its calls, counted by connection; null if they are those of a server with a single route} */
    CallPlaces ownPlaces() {
        return ownPlaces;
    }

    /**
     * Releases the places of admitted calls of a connection.
     *
     * @return false if they are not counted by connection: the caller must release them
     */
    public boolean leaveOwnPlaces(CallOrigin origin, int calls) {
        if (ownPlaces == null) {
            return false;
        }
        flowOf(origin).queues().placesTaken().addAndGet(-calls);
        ownPlaces.ended(calls);
        return true;
    }

    /** Hands a batch to the threads. */
    public void execute(CallBatch batch) {
        threads.execute(batch);
    }

    /** {@return what waits for the threads; empty if they have no queue that tells} */
    Optional<QueueState> queueState() {
        return threads instanceof QueueOwner owner ? Optional.of(owner.queueState()) : Optional.empty();
    }

    /** {@return the flow of a connection that these threads see} */
    public CallFlow flowOf(CallOrigin origin) {
        CallFlow flow = origin.flow();
        return number == MAIN ? flow : flow.branch(number - 1);
    }

    public boolean isOverdue(CallOrigin origin, long waitedNanos) {
        // Most calls have not waited, and then their connection needs no flow.
        return waitedNanos > queueTimeoutNanos
                || (waitedNanos > queueTargetNanos && threads.isOverloaded(flowOf(origin)));
    }

    /** {@return the limit that an overdue call has reached} */
    LimitType limitReached(long waitedNanos) {
        return waitedNanos > queueTimeoutNanos ? LimitType.QUEUE_TIMEOUT : LimitType.QUEUE_TARGET;
    }

    /** {@return the rejection message for an overdue call} */
    public String overdueMessage(long waitedNanos) {
        boolean timedOut = limitReached(waitedNanos) == LimitType.QUEUE_TIMEOUT;
        return "it waited for " + millis(waitedNanos) + " ms, "
                + (timedOut
                        ? "queueTimeout is " + millis(queueTimeoutNanos) + " ms"
                        : "queueTarget is " + millis(queueTargetNanos) + " ms while the server is overloaded");
    }

    public long callTimeoutNanos() {
        return callTimeoutNanos;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
