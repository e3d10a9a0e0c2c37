package io.grizzlythrift.client.call;

/** Notified of how a call ended, exactly once. */
@FunctionalInterface
public interface ClientCallListener {
    /** Does nothing. */
    ClientCallListener IGNORED = outcome -> {};

    /**
     * The call has ended; its caller is notified after this. Listeners are notified in reverse order of the
     * interceptors. Runs on the thread that ends the call: the calling thread of a blocking stub or of a call that
     * fails at once; the thread that cancels the call; the thread that decodes replies, a selector thread or one of the
     * callback executor; another thread of the client, including the one that checks all deadlines; or, rarely, the thread of
     * a blocking call on the same connection. So it must not block. What it throws is logged, at most once a second, and has no other effect.
     *
     * @param outcome how the call ended
     */
    void ended(ClientCallOutcome outcome);

    /**
     * Called after {@link #ended}, on the thread that runs the callback of the call or completes its future, right before
     * that; also before another attempt at the call is started there. Not called for blocking stubs and transports, nor if
     * the caller abandoned the call. Listeners are called in the order of the interceptors. What it throws is logged, and has
     * no other effect.
     *
     * <p>Called before {@link #ended} as well, once for each hedge beside this attempt, on the thread that starts the hedge.
     * Meanwhile another thread may run the callback: a listener must keep what belongs to one of them per thread.
     */
    default void callbackStarts() {}

    /**
     * Called on the same thread when the callback has returned, in the reverse order. Dependents of a future that run on this
     * thread, because they were there when it completed, have run.
     */
    default void callbackReturned() {}
}
