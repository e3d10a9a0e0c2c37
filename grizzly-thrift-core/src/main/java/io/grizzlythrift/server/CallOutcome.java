package io.grizzlythrift.server;

import java.time.Duration;

/**
 * How a call ended.
 *
 * @param kind with what
 * @param messageBytes the size of the message that was read, without the 4 bytes of the frame's length
 * @param replyBytes the size of the reply, without the 4 bytes of the frame's length; 0 if there is none
 * @param queued from the read that brought the call to its begin
 * @param handled from its begin to the encoded reply
 */
public record CallOutcome(Kind kind, int messageBytes, int replyBytes, Duration queued, Duration handled) {
    /** With what a call can end. */
    public enum Kind {
        /** The result, or an exception that the IDL declares; or, oneway, the end of the handler. */
        REPLIED,

        /** An exception that the IDL does not declare, an Error, or a result that could not be encoded. */
        HANDLER_FAILED,

        /** Arguments that could not be read. */
        BAD_ARGUMENTS,

        /** A method or a service that is not served here. */
        UNKNOWN_METHOD,

        /** Refused by a limit, by a server that drains, or by an interceptor. It never ran. */
        REFUSED,

        /** No answer of an asynchronous handler within {@link ServerLimits#callTimeout()}. */
        TIMED_OUT
    }
}
