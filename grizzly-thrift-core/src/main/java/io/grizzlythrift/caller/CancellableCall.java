package io.grizzlythrift.caller;

/** A call that runs, as far as its {@link CallCancellation} needs to know it. Used by the thread of the call. */
public interface CancellableCall {
    /** {@return where the call came from} */
    CallCancellation.Caller caller();

    /** {@return what runs the listeners of the server's calls} */
    CancelCallbacks cancelCallbacks();

    /** {@return the sequence id of its frame} */
    int sequenceId();

    /** {@return the number of the call on its connection} */
    long number();

    /** {@return whether its client waits for nothing: such a call outlives its connection} */
    boolean isOneway();
}
