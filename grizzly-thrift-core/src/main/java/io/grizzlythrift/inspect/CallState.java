package io.grizzlythrift.inspect;

/**
 * Where a call is between its arrival and its reply. A call whose reply waits for the reply to an earlier call, or for the
 * socket, is in no list: it has left its thread and its place. {@link ConnectionSnapshot#replied()} counts such calls.
 */
public enum CallState {
    /**
     * It has arrived, and no thread may take it yet: it is not known who makes it, or the thread that has read it runs earlier
     * calls of the same read.
     */
    RECEIVED,

    /** It waits for a thread. */
    QUEUED,

    /** A thread runs it: its arguments are read, its handler runs, or its reply is encoded. */
    RUNNING,

    /** Its asynchronous handler has returned and has not replied. */
    AWAITING_REPLY
}
