package io.grizzlythrift.internal.metrics;

/**
 * The total times of the calls of a server. Rejected calls are not included.
 *
 * @param calls the number of calls that have ended and whose time is known
 * @param queuedNanos the total time from reading the calls to the start of their handlers
 * @param handledNanos the total time from the start of their handlers to their replies
 */
public record CallTimes(long calls, long queuedNanos, long handledNanos) {
    static final CallTimes NONE = new CallTimes(0, 0, 0);

    CallTimes plus(CallTimes more) {
        return new CallTimes(calls + more.calls, queuedNanos + more.queuedNanos, handledNanos + more.handledNanos);
    }

    /** {@return the difference to an earlier reading} */
    public CallTimes since(CallTimes earlier) {
        return new CallTimes(
                calls - earlier.calls, queuedNanos - earlier.queuedNanos, handledNanos - earlier.handledNanos);
    }
}
