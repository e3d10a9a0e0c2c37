package io.grizzlythrift.call;

/** Gets the outcome of a call, exactly once. */
@FunctionalInterface
public interface CallListener {
    /** Ignores the outcome. */
    CallListener IGNORED = outcome -> {};

    /**
     * Receives the outcome of a call. The reply is encoded, and sent after this returns. Listeners run in the reverse
     * order of their interceptors, on the thread that ended the call: that of the handler, or the one on which an
     * asynchronous handler replied. An exception is logged and has no other effect.
     *
     * @param outcome kind, bytes and times
     */
    void ended(CallOutcome outcome);
}
