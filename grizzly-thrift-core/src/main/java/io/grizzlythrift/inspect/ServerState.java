package io.grizzlythrift.inspect;

/** The state of a server between its creation and its end. */
public enum ServerState {
    /** It was not started, or its start failed. */
    NOT_STARTED,

    /** It serves, and should get calls. */
    RUNNING,

    /** It is about to stop: it still serves, or rejects new calls while those in flight end. */
    DRAINING,

    /** It has stopped. */
    STOPPED
}
