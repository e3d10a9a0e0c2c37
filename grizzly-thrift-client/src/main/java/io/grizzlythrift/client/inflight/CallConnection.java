package io.grizzlythrift.client.inflight;

/** What a call knows of the connection that took it. */
public interface CallConnection {
    /** Host and port. */
    String endpoint();

    /** The caller gives a call up. Returns false if the call has ended already. */
    boolean cancel(PendingCall call);

    /** Ends a call whose deadline has passed, unless it has ended. */
    void overdue(PendingCall call, long now);

    /** Ends a call because something was thrown, that should not have been, while it was taken, encoded or sent. */
    void endBroken(PendingCall call, Throwable thrown);

    /** Runs a task on the selector thread of this connection; on the thread for callbacks before there is one. */
    void runOnSelector(Runnable task);
}
