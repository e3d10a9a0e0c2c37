package io.grizzlythrift.dispatch;

import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.message.LogSanitizer;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done about calls that fail outside of generated code: counted, logged at most once a second, turned into
 * replies.
 */
public final class CallFailures {
    private static final Logger LOG = LoggerFactory.getLogger(CallFailures.class);

    private final CounterRecorder counters;
    private final LogLimiter handlerLog = new LogLimiter(System::nanoTime);

    CallFailures(CounterRecorder counters) {
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
        handlerLog.log(suppressed -> LOG.error(
                "{} failed{}",
                LogSanitizer.printable(header.name),
                LogLimiter.suffix(suppressed),
                LogSanitizer.withoutMessage(cause)));
        return new TApplicationException(
                TApplicationException.INTERNAL_ERROR, "Internal error processing " + header.name);
    }

    /** Writes the reply to a call that failed. */
    public static void write(TMessage header, TApplicationException failure, TProtocol out) throws TException {
        out.writeMessageBegin(new TMessage(header.name, TMessageType.EXCEPTION, header.seqid));
        failure.write(out);
        out.writeMessageEnd();
    }

    /** Something was thrown by an asynchronous processor whose handler has answered. */
    void afterAnswer(TMessage header, Throwable cause) {
        counters.countHandlerError();
        handlerLog.log(suppressed -> LOG.error(
                "{} failed after its answer{}",
                LogSanitizer.printable(header.name),
                LogLimiter.suffix(suppressed),
                LogSanitizer.withoutMessage(cause)));
    }

    void countRefused() {
        counters.countRefused();
    }

    /** Ends a connection whose peer sends what no reply can answer. Of the cause, only its kind is logged. */
    void terminate(CallOrigin connection, String what, Throwable cause) {
        counters.countProtocolError();
        String reason = what + ": " + LogSanitizer.describe(cause);
        connection
                .terminationLog()
                .log(suppressed ->
                        LOG.warn("closed {}: {}{}", connection.peer(), reason, LogLimiter.suffix(suppressed)));
        connection.terminate(reason);
    }
}
