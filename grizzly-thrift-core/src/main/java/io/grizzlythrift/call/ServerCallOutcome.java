package io.grizzlythrift.call;

import java.time.Duration;

/**
 * The outcome of a call. Immutable, except that {@link #handled} may read the clock.
 *
 * <p>Only the library implements it: methods may be added in any version.
 */
public interface ServerCallOutcome {
    /** The kinds of outcome. */
    public enum Kind {
        /**
         * The reply is the result, or an exception that the IDL declares. For a oneway call, the handler has returned.
         */
        REPLIED,

        /**
         * The handler threw an exception that the IDL does not declare, or an Error, or its result could not be
         * encoded.
         */
        HANDLER_FAILED,

        /** The arguments could not be read. */
        BAD_ARGUMENTS,

        /** The server does not have the method or the service. */
        UNKNOWN_METHOD,

        /** A limit, a draining server or an interceptor rejected the call. It never ran. */
        REJECTED,

        /**
         * The {@link io.grizzlythrift.security.Authorizer} denied the call, or its credentials were not accepted. It never
         * ran.
         */
        DENIED,

        /**
         * The asynchronous handler did not reply within {@link io.grizzlythrift.limits.ServerLimits#callTimeout()}, or
         * within the {@linkplain CallContext#clientTimeout() timeout of its client} if that is less.
         */
        TIMED_OUT;

        /** {@return whether the server decided not to run the call: {@link #REJECTED} or {@link #DENIED}} */
        public boolean isRejection() {
            return this == REJECTED || this == DENIED;
        }
    }

    /** {@return the kind of outcome} */
    Kind kind();

    /** {@return the size of the request message in bytes, without the 4 bytes of the frame length} */
    int messageBytes();

    /** {@return the size of the reply message in bytes, without the 4 bytes of the frame length; 0 if there is none} */
    int replyBytes();

    /** {@return the time from reading the call until it started, accurate to 2 ms} */
    Duration queued();

    /**
     * Returns the time from the start of the call until its reply was encoded. Call this within {@link
     * ServerCallListener#ended}: a server reads the clock at the end of each call only after the first use of this method.
     * Outcomes before that return the time until this method is called, which may include up to 2 ms of calls that the
     * thread ran just before.
     *
     * @return the time; exact after the first use of this method
     */
    Duration handled();
}
