package io.grizzlythrift.caller;

/** A running call, with the facts that its {@link CallCancellation} needs. Used by the thread of the call. */
public interface CancellableCall {
    /** {@return the client of the call} */
    CallCancellation.Caller caller();

    /** {@return the runner of the listeners of the server's calls} */
    CancelCallbacks cancelCallbacks();

    /** {@return the sequence id of its frame} */
    int sequenceId();

    /** {@return the number of the call on its connection} */
    long number();

    /** {@return whether its client does not wait for a reply: such a call outlives its connection} */
    boolean isOneway();
}
