package io.grizzlythrift.client.inflight;

/** What a call needs of its connection. Thread-safe. */
public interface CallConnection {
    /** {@return host and port of the server} */
    String endpoint();

    /** Abandons a call for its caller. Returns false if the call has ended. */
    boolean cancel(PendingCall call);

    /** Ends a call because the call whose handler made it was cancelled, unless it has ended. */
    void cancelInherited(PendingCall call);

    /** Ends a call whose deadline has passed, unless it has ended. */
    void overdue(PendingCall call, long now);

    /** Looks for calls to be hedged no later than this time. */
    void checkBy(long time);

    /**
     * Reads on the current thread until a call has ended, unless another thread should read. May return earlier, even
     * at once: then another thread ends the call.
     *
     * @param call one that {@link PendingCall#readsOwnReply}, and that this thread waits for
     */
    void awaitReply(PendingCall call);

    /** Wakes the thread in {@link #awaitReply}, if there is one: its call has ended. */
    void wakeReader();

    /** Ends a call because something unexpected was thrown while it was taken, encoded or sent. */
    void endBroken(PendingCall call, Throwable thrown);

    /** Runs a task on the selector thread of this connection, or on the callback thread while it has none. */
    void runOnSelector(Runnable task);
}
