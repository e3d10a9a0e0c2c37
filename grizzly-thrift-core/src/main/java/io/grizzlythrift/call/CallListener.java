package io.grizzlythrift.call;

/** Is told how a call ended, exactly once. */
@FunctionalInterface
public interface CallListener {
    /** Does not care. */
    CallListener IGNORED = outcome -> {};

    /**
     * The call has ended and its reply is encoded; it leaves after this. The last interceptor that began is told first.
     * Runs on the thread that ended the call: that of the handler, or any on which an asynchronous handler answers. What
     * it throws is logged and changes nothing.
     *
     * @param outcome how it ended
     */
    void ended(CallOutcome outcome);
}
