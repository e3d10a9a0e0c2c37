package io.grizzlythrift.client.call;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.thrift.TException;

/**
 * How a call ended.
 *
 * @param kind the kind of end
 * @param failure why the call failed; empty unless it did
 * @param exception what the caller gets in place of a result; empty if there is a result, if the caller abandoned the
 *     call, and for declared exceptions that a generated {@code Client} reads from a transport itself
 * @param endpoint host and port that the call went to, or would have gone to; empty if none was chosen
 * @param messageBytes the size of the message, without the 4 bytes of the frame length; 0 if it was not encoded
 * @param replyBytes the size of the reply, without the 4 bytes of the frame length; 0 if there is none
 * @param replyHeaders the headers of the reply by name, decoded when they are first looked at; unmodifiable, ignores the
 *     case of names; empty if there is no reply, or if the dialect of the client is not {@code HEADER}
 * @param time from the start to the end of the call, including decoding where the client decodes
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
        /** A result; or, for a oneway call, the message was handed to the socket. */
        REPLIED,

        /**
         * An exception of the server: declared in the IDL, or a {@link org.apache.thrift.TApplicationException}. Over a
         * transport only the latter; a declared exception counts as a reply there.
         */
        EXCEPTION,

        /** No readable reply. */
        FAILED
    }
}
