package io.grizzlythrift.client.call;

import io.grizzlythrift.client.ThriftClient;
import java.time.Duration;
import java.util.Optional;
import org.apache.thrift.TException;

/**
 * How a call ended.
 *
 * @param kind with what
 * @param failure why it failed; empty unless it did
 * @param exception what its caller is told instead of a result; empty if there is a result, if the caller gave the call
 *     up, and for what a generated client reads from a {@link ThriftClient#transport()} by itself
 * @param endpoint host and port that it went to, or would have gone to; empty if none was chosen
 * @param messageBytes the size of the message, header and arguments, without the 4 bytes of the frame's length; 0 if it
 *     was not encoded
 * @param replyBytes the size of the reply, without the 4 bytes of the frame's length; 0 if there is none
 * @param time from its begin to its end, decoding included where the client decodes
 */
public record ClientCallOutcome(
        Kind kind,
        Optional<FailureCause> failure,
        Optional<TException> exception,
        Optional<String> endpoint,
        int messageBytes,
        int replyBytes,
        Duration time) {
    /** With what a call can end. */
    public enum Kind {
        /** The result; or, oneway, the message was handed to the socket. */
        REPLIED,

        /**
         * An exception of the server: one of the IDL, or a {@link org.apache.thrift.TApplicationException}. Over a
         * {@link ThriftClient#transport()} only the latter; there, one of the IDL is a reply.
         */
        EXCEPTION,

        /** No reply that can be read. */
        FAILED
    }
}
