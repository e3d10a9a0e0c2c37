package io.grizzlythrift.client.inflight;

/** The connection of a call, as the call sees it. Thread-safe. */
public interface CallConnection {
    /** {@return host and port} */
    String endpoint();

    /** Abandons a call for its caller. Returns false if the call has ended. */
    boolean cancel(PendingCall call);

    /** Ends a call because the call whose handler made it was cancelled, unless it has ended. */
    void cancelInherited(PendingCall call);

    /** Ends a call whose deadline has passed, unless it has ended. */
    void overdue(PendingCall call, long now);

    /** Looks at this time for calls that are to be hedged. */
    void checkBy(long time);

    /**
     * Reads on the current thread until a call has ended, if no other thread should read. May return earlier, at once too:
     * then another thread ends the call.
     *
     * @param call {@link PendingCall#readsOwnReply}, and this thread waits for it
     */
    void awaitReply(PendingCall call);

    /** Wakes the thread in {@link #awaitReply}, if there is one: its call has ended. */
    void wakeReader();

    /** Ends a call because something unexpected was thrown while it was taken, encoded or sent. */
    void endBroken(PendingCall call, Throwable thrown);

    /** Runs a task on the selector thread of this connection; on the thread for callbacks while there is none. */
    void runOnSelector(Runnable task);
}
