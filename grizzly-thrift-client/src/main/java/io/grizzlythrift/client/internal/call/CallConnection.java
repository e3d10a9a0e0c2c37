package io.grizzlythrift.client.internal.call;

/** What a call can ask of its connection, or of the endpoint at which it waits for one. Thread-safe. */
public interface CallConnection {
    /** {@return host and port of the server} */
    String endpoint();

    /** Abandons a call on behalf of its caller. Returns false if the call has already ended. */
    boolean cancel(PendingCall call);

    /** Ends a call because the server call whose handler made it was cancelled. Does nothing if the call has ended. */
    void cancelInherited(PendingCall call);

    /** Ends a call whose deadline has passed. Does nothing if the call has ended. */
    void overdue(PendingCall call, long now);

    /** Records that the reply to a call is not a result, although its message says so. */
    void unusableReply(PendingCall call);

    /** Checks deadlines and hedges no later than this time. */
    void checkBy(long time);

    /**
     * Reads on the current thread until a call has ended, unless another thread is to read. May return before that, even at
     * once; another thread then ends the call.
     *
     * @param call a call that this thread waits for and whose reply it may read: {@link PendingCall#readsOwnReply}
     */
    void awaitReply(PendingCall call);

    /** Wakes the thread in {@link #awaitReply}, if any: its call has ended. */
    void wakeReader();

    /** Ends a call because of an unexpected exception or error while it was taken, encoded or sent. */
    void endBroken(PendingCall call, Throwable thrown);

    /** Runs a task on the selector thread of this connection, or on the callback thread while there is none. */
    void runOnSelector(Runnable task);
}
