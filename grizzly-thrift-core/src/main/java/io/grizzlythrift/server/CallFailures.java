package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.regex.Pattern;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done about calls that fail outside of generated code: counted, logged at most once a second, turned into
 * replies.
 */
final class CallFailures {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private static final Pattern NOT_PRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final int LOGGED_CHARS = 200;

    private final ServerCounters counters;
    private final LogLimiter handlerLog = new LogLimiter(System::nanoTime);

    CallFailures(ServerCounters counters) {
        this.counters = counters;
    }

    /**
     * The reply to a call that threw.
     *
     * @param argumentsRead whether it threw after its arguments were read; before, it is the peer's fault
     */
    TApplicationException toReply(TMessage header, Throwable cause, boolean argumentsRead) {
        if (cause instanceof TApplicationException refusal && !argumentsRead) {
            return refusal;
        }
        if (!argumentsRead) {
            counters.countProtocolError();
            return new TApplicationException(
                    TApplicationException.PROTOCOL_ERROR,
                    "the arguments of " + header.name + " cannot be read"
                            + (cause instanceof TException ? ": " + cause.getMessage() : ""));
        }
        counters.countHandlerError();
        handlerLog.log(
                suppressed -> LOG.error("{} failed{}", printable(header.name), LogLimiter.suffix(suppressed), cause));
        return new TApplicationException(
                TApplicationException.INTERNAL_ERROR, "Internal error processing " + header.name);
    }

    void countRefused() {
        counters.countRefused();
    }

    /** Ends a connection whose peer sends what no reply can answer. */
    void terminate(CallSource connection, String reason) {
        counters.countProtocolError();
        connection
                .terminationLog()
                .log(suppressed -> LOG.warn(
                        "closed {}: {}{}", connection.peer(), printable(reason), LogLimiter.suffix(suppressed)));
        connection.terminate();
    }

    /** What a peer sent must neither begin a line of its own in the log nor fill it. */
    private static String printable(String text) {
        String cut = text.length() <= LOGGED_CHARS ? text : text.substring(0, LOGGED_CHARS) + "...";
        return NOT_PRINTABLE.matcher(cut).replaceAll("?");
    }
}
