package io.grizzlythrift.dispatch.admission;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The limits on the time that a call waits for a thread: queueTimeout always, and queueTarget while more calls arrive
 * than the threads can run. Immutable.
 */
public final class QueueTime {
    private static final long NEVER = Long.MAX_VALUE;

    private final long timeoutNanos;
    private final long targetNanos;
    private final Predicate<CallFlow> isOverloaded;

    /**
     * Creates the limits.
     *
     * @param timeout the longest time that a call may wait
     * @param target the longest time under overload
     * @param hasQueue whether calls wait in a queue; if not, queueTimeout does not apply
     * @param isOverloaded whether queueTarget currently applies to the calls of a flow
     */
    public QueueTime(Duration timeout, Optional<Duration> target, boolean hasQueue, Predicate<CallFlow> isOverloaded) {
        timeoutNanos = hasQueue ? timeout.toNanos() : NEVER;
        targetNanos = target.map(Duration::toNanos).orElse(NEVER);
        this.isOverloaded = isOverloaded;
    }

    /** {@return false if a call that has waited so long is not overdue, whatever its flow} */
    boolean mayBeOverdue(long waitedNanos) {
        return waitedNanos > timeoutNanos || waitedNanos > targetNanos;
    }

    public boolean isOverdue(CallFlow flow, long waitedNanos) {
        return waitedNanos > timeoutNanos || (waitedNanos > targetNanos && isOverloaded.test(flow));
    }

    /** {@return the limit that an overdue call has reached} */
    LimitType limit(long waitedNanos) {
        return waitedNanos > timeoutNanos ? LimitType.QUEUE_TIMEOUT : LimitType.QUEUE_TARGET;
    }

    /** {@return the rejection message for an overdue call} */
    public String message(long waitedNanos) {
        boolean timedOut = limit(waitedNanos) == LimitType.QUEUE_TIMEOUT;
        return "it waited for " + millis(waitedNanos) + " ms, "
                + (timedOut
                        ? "queueTimeout is " + millis(timeoutNanos) + " ms"
                        : "queueTarget is " + millis(targetNanos) + " ms while the server is overloaded");
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
