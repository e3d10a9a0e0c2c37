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

    /**
     * Called on the thread of the handler between the arguments, which have been read, and the handler. Listeners are
     * called in the order of their interceptors. Not called if the call ends before: it was rejected, or its arguments
     * cannot be read; nor if a processor that was not generated does not read them to their end. An exception is logged and
     * has no other effect.
     */
    default void handlerStarts() {}

    /**
     * Called on the same thread once the processor has returned or thrown, for each call for which {@link #handlerStarts}
     * was called, in the reverse order. An asynchronous handler may reply later, or have replied before: {@link #ended} comes
     * before or after this, or on another thread at the same time. An exception is logged and has no other effect.
     */
    default void handlerReturned() {}
}
