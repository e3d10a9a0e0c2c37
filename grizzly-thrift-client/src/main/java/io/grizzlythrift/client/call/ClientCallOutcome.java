package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TException;

/**
 * Describes how a call ended.
 *
 * @param kind whether the call ended with a reply, an exception or a failure
 * @param failure why the call failed; empty if it did not fail
 * @param exception the exception that the caller gets instead of a result; empty if there is a result, if the caller
 *     abandoned the call, and for declared exceptions that a generated {@code Client} reads from a transport itself
 * @param endpoint host and port that the call was sent to, or was to be sent to; empty if none was chosen
 * @param messageBytes the size of the message, without the 4 bytes of the frame length; 0 if it was not encoded
 * @param replyBytes the size of the reply, without the 4 bytes of the frame length; 0 if there is none
 * @param replyHeaders the headers of the reply by name, decoded at the first access; unmodifiable, with
 *     case-insensitive names; empty if there is no reply, or if the dialect of the client is not {@code HEADER}
 * @param time the time from the start to the end of the call, including decoding, unless the caller decodes the reply
 *     itself
 */
public record ClientCallOutcome(
        Kind kind,
        Optional<FailureCause> failure,
        Optional<TException> exception,
        Optional<String> endpoint,
        int messageBytes,
        int replyBytes,
        Map<String, String> replyHeaders,
        Duration time) {
    /** The ways in which a call can end. */
    public enum Kind {
        /** The call returned a result; or it is oneway, and its message was handed to the socket. */
        REPLIED,

        /**
         * The server replied with an exception: declared in the IDL, or a {@link
         * org.apache.thrift.TApplicationException}. Over a transport only the latter; a declared exception counts as
         * {@link #REPLIED} there.
         */
        EXCEPTION,

        /** The call ended without a readable reply. */
        FAILED
    }
}
