package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.call.ServerCallOutcome;
import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.call.RejectedCall;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.message.MessageProtocol;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts calls that fail outside generated code, logs them at most once a second, and creates their exception replies.
 */
public final class CallFailures {
    private static final Logger LOG = LoggerFactory.getLogger(CallFailures.class);

    private final CounterRecorder counters;
    private final LogLimiter handlerLog = new LogLimiter(System::nanoTime);

    private final LimitReporter limitReporter;

    public CallFailures(CounterRecorder counters, LimitReporter limitReporter) {
        this.counters = counters;
        this.limitReporter = limitReporter;
    }

    /**
     * Counts and logs a reply over maxReplyBytes, and returns the exception that replaces it.
     *
     * @param size the size of the reply, "at least" that if it was not encoded completely
     */
    public TApplicationException replyTooLarge(TMessage header, String size, int maxReplyBytes) {
        return replyTooLarge(limitReporter, header, size, maxReplyBytes);
    }

    /** Does the same for an asynchronous handler. */
    public static TApplicationException replyTooLarge(
            LimitReporter limitReporter, TMessage header, String size, int maxReplyBytes) {
        String reason = " has " + size + " bytes, maxReplyBytes is " + maxReplyBytes;
        limitReporter.reached(
                LimitType.MAX_REPLY_BYTES, 1, () -> "the reply to " + LogSanitizer.printable(header.name) + reason);
        return new ErrorReply(TApplicationException.INTERNAL_ERROR, "the reply to " + header.name + reason);
    }

    /**
     * Returns the exception reply to a call that threw.
     *
     * @param argumentsRead whether its arguments had been read; if not, the peer caused the failure, unless it is an Error
     */
    public TApplicationException toReply(TMessage header, Throwable cause, boolean argumentsRead) {
        if (cause instanceof TApplicationException rejection && !argumentsRead) {
            return rejection;
        }
        if (!argumentsRead && !(cause instanceof Error)) {
            counters.countProtocolError();
            return new ErrorReply(
                    TApplicationException.PROTOCOL_ERROR,
                    "the arguments of " + header.name + " cannot be read"
                            + (cause instanceof TException ? ": " + cause.getMessage() : ""));
        }
        handlerFailed(header.name, cause);
        return new ErrorReply(TApplicationException.INTERNAL_ERROR, "Internal error processing " + header.name);
    }

    private void handlerFailed(String method, Throwable cause) {
        counters.countHandlerError();
        handlerLog.log(suppressed -> LOG.error(
                "{} failed{}",
                LogSanitizer.printable(method),
                LogLimiter.suffix(suppressed),
                LogSanitizer.withoutMessage(cause)));
    }

    /**
     * Returns the exception reply to a call whose message could not be read because of an Error, such as an incompatible
     * library. Counts and logs it.
     */
    public TApplicationException unreadable(Error cause) {
        handlerFailed("a call", cause);
        return new ErrorReply(TApplicationException.INTERNAL_ERROR, "Internal error reading the call");
    }

    /** Encodes the exception reply to a call. */
    public static void write(TMessage header, TApplicationException failure, TProtocol out) throws TException {
        out.writeMessageBegin(new TMessage(header.name, TMessageType.EXCEPTION, header.seqid));
        failure.write(out);
        out.writeMessageEnd();
    }

    /** {@return the outcome of a call whose reply was encoded by generated code} */
    public static ServerCallOutcome.Kind kindOfReply(MessageProtocol encoded) {
        return encoded.writtenType() == TMessageType.EXCEPTION
                ? kindOf(encoded.writtenExceptionType())
                : ServerCallOutcome.Kind.REPLIED;
    }

    /** {@return the outcome of a call that the server rejected} */
    static ServerCallOutcome.Kind kindOf(RejectedCall rejection) {
        return rejection.reason().isOfCaller() ? ServerCallOutcome.Kind.DENIED : ServerCallOutcome.Kind.REJECTED;
    }

    /** {@return the outcome of a call with an exception reply of the given type} */
    public static ServerCallOutcome.Kind kindOf(int exceptionType) {
        return switch (exceptionType) {
            case TApplicationException.UNKNOWN_METHOD -> ServerCallOutcome.Kind.UNKNOWN_METHOD;
            case TApplicationException.PROTOCOL_ERROR,
                    TApplicationException.INVALID_MESSAGE_TYPE,
                    TApplicationException.INVALID_PROTOCOL -> ServerCallOutcome.Kind.BAD_ARGUMENTS;
            default -> ServerCallOutcome.Kind.HANDLER_FAILED;
        };
    }

    /** Counts and logs an exception of an asynchronous processor whose handler has already replied. */
    public void afterReply(TMessage header, Throwable cause) {
        counters.countHandlerError();
        handlerLog.log(suppressed -> LOG.error(
                "{} failed after its reply{}",
                LogSanitizer.printable(header.name),
                LogLimiter.suffix(suppressed),
                LogSanitizer.withoutMessage(cause)));
    }

    /**
     * Counts the call if generated code could not read its arguments: in that case generated code encodes the reply and
     * does not throw.
     *
     * @param kind the outcome that the encoded reply represents
     */
    public void countIfUnread(ServerCallOutcome.Kind kind) {
        if (kind == ServerCallOutcome.Kind.BAD_ARGUMENTS) {
            counters.countProtocolError();
        }
    }

    public void countRejected() {
        counters.countRejected();
    }

    /** Counts and logs a call that uses another protocol, or cannot be restored. Its reply states the reason. */
    public void notReadable(CallOrigin origin, String what) {
        counters.countProtocolError();
        origin.terminationLog()
                .log(suppressed ->
                        LOG.warn("rejected a call of {}: {}{}", origin.peer(), what, LogLimiter.suffix(suppressed)));
    }

    /**
     * Terminates a connection whose peer sent a message that cannot get a reply. Logs the cause without its values. An Error is
     * not the peer's fault: it is logged with its stack, and counted as an error of a handler.
     */
    public void terminate(CallOrigin origin, String what, Throwable cause) {
        if (cause instanceof Error) {
            handlerFailed("a call", cause);
        } else {
            counters.countProtocolError();
        }
        String reason = what + ": " + LogSanitizer.describe(cause);
        origin.terminationLog()
                .log(suppressed -> LOG.warn("closed {}: {}{}", origin.peer(), reason, LogLimiter.suffix(suppressed)));
        origin.terminate(reason);
    }
}
