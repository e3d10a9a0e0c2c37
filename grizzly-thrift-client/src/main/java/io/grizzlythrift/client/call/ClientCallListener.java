package io.grizzlythrift.client.call;

/** Notified exactly once of how a call ended. */
@FunctionalInterface
public interface ClientCallListener {
    /** Does nothing. */
    ClientCallListener IGNORED = outcome -> {};

    /**
     * Called when the call has ended, before its caller is notified. Listeners are notified in reverse order of the
     * interceptors.
     *
     * <p>Runs on the thread that ends the call: the calling thread of a blocking stub or of a call that fails at once;
     * the thread that cancels the call; the thread that decodes replies, which is a selector thread or one of the
     * callback executor; another thread of the client, including the one that checks all deadlines; or, rarely, the
     * thread of a blocking call on the same connection. Therefore it must not block. An exception that it throws is
     * logged, at most once a second, and has no other effect.
     *
     * @param outcome how the call ended
     */
    void ended(ClientCallOutcome outcome);

    /**
     * Called after {@link #ended}, right before the callback of the call runs or its future completes, on the same
     * thread; also before another attempt at the call is started there. Not called for blocking stubs and transports,
     * nor if the caller abandoned the call. Listeners are called in the order of the interceptors. An exception that it
     * throws is logged, and has no other effect.
     *
     * <p>Also called before {@link #ended}, once for each hedge of this attempt, on the thread that starts the hedge.
     * Another thread may run the callback at the same time, so a listener must keep state that spans both methods per
     * thread.
     */
    default void callbackStarts() {}

    /**
     * Called on the same thread after the callback has returned, in reverse order. Dependents that were registered
     * before the future completed have run on this thread by then.
     */
    default void callbackReturned() {}
}
