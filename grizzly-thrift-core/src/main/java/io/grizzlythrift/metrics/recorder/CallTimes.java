package io.grizzlythrift.metrics.recorder;

/**
 * How long the calls of a server took together. Calls that were rejected do not count.
 *
 * @param calls that have ended, and whose time is known
 * @param queuedNanos from their reads to the start of their handlers
 * @param handledNanos from the start of their handlers to their replies
 */
public record CallTimes(long calls, long queuedNanos, long handledNanos) {
    static final CallTimes NONE = new CallTimes(0, 0, 0);

    CallTimes plus(CallTimes more) {
        return new CallTimes(calls + more.calls, queuedNanos + more.queuedNanos, handledNanos + more.handledNanos);
    }

    /** {@return what was added since an earlier reading} */
    public CallTimes since(CallTimes earlier) {
        return new CallTimes(
                calls - earlier.calls, queuedNanos - earlier.queuedNanos, handledNanos - earlier.handledNanos);
    }
}
