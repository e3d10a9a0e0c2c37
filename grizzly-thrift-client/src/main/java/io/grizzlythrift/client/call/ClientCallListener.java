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
     * callback executor; or another thread of the client, including the one that checks all deadlines. So it must not
     * block. What it throws is logged, at most once a second, and has no other effect.
     *
     * @param outcome how the call ended
     */
    void ended(ClientCallOutcome outcome);
}
