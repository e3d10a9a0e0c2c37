package io.grizzlythrift.call;

/** Receives the outcome of a call, exactly once. */
@FunctionalInterface
public interface ServerCallListener {
    /** Ignores the outcome. */
    ServerCallListener IGNORED = outcome -> {};

    /**
     * Receives the outcome of a call. The reply is already encoded, and is sent after this returns. Listeners run in
     * the reverse order of their interceptors, on the thread that ended the call: the thread of the handler, the thread
     * on which an asynchronous handler replied, or the one thread of the server that checks timeouts, for an asynchronous
     * call that takes too long. A listener that {@linkplain ServerInterceptor#needsRejectedCalls sees rejected calls} also
     * runs on threads that read. So it must not block. An exception is logged and has no other effect.
     *
     * @param outcome kind, bytes and times
     */
    void ended(ServerCallOutcome outcome);

    /**
     * Called on the thread of the handler, after the arguments have been read and before the handler is called.
     * Listeners are called in the order of their interceptors. Not called if the call was rejected, if its arguments
     * cannot be read, or if a processor that was not generated does not read them to their end. An exception is logged
     * and has no other effect.
     */
    default void handlerStarts() {}

    /**
     * Called on the same thread once the processor has returned or thrown, if {@link #handlerStarts} was called for the
     * call, in the reverse order. An asynchronous handler may reply earlier or later, so {@link #ended} may be called
     * before or after this, or at the same time on another thread. An exception is logged and has no other effect.
     */
    default void handlerReturned() {}
}
