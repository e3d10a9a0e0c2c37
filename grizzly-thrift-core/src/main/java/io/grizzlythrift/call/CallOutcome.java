package io.grizzlythrift.call;

import java.time.Duration;

/** Describes how a call ended. Immutable, except that the clock is read on demand: see {@link #handled}. */
public interface CallOutcome {
    /** The ways in which a call can end. */
    public enum Kind {
        /** The result, or an exception that the IDL declares; or, oneway, the end of the handler. */
        REPLIED,

        /** An exception that the IDL does not declare, an Error, or a result that could not be encoded. */
        HANDLER_FAILED,

        /** Arguments that could not be read. */
        BAD_ARGUMENTS,

        /** A method or a service that is not served here. */
        UNKNOWN_METHOD,

        /** Rejected by a limit, by a draining server, or by an interceptor. It never ran. */
        REJECTED,

        /** No reply of an asynchronous handler within {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}. */
        TIMED_OUT
    }

    /** {@return the way in which the call ended} */
    Kind kind();

    /** {@return the size of the request message in bytes, without the 4 bytes of the frame length} */
    int messageBytes();

    /** {@return the size of the reply message in bytes, without the 4 bytes of the frame length; 0 if there is none} */
    int replyBytes();

    /** {@return the time from the read that brought the call until it began, to within 2 ms} */
    Duration queued();

    /**
     * Returns the time from the begin of the call until its reply was encoded. Ask for it in
     * {@link CallListener#ended}: a server reads the clock for its interceptors once one of them has asked for this. The
     * first to ask get the time until then, which may include up to 2 ms of calls that the thread ran just before.
     *
     * @return exact except for the first times
     */
    Duration handled();
}
