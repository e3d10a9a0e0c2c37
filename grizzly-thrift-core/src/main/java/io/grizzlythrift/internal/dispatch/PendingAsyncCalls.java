package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.call.ErrorReply;
import io.grizzlythrift.internal.message.LogSanitizer;
import io.grizzlythrift.internal.message.ReplyFormat;
import io.grizzlythrift.internal.metrics.CounterRecorder;
import io.grizzlythrift.internal.metrics.LimitReporter;
import io.grizzlythrift.internal.util.LongLivedThreads;
import io.grizzlythrift.internal.util.ObjectPool;
import io.grizzlythrift.internal.util.ThreadValues;
import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of a server whose asynchronous handlers have not replied yet, and the encoders for their replies.
 *
 * <p>Thread-safe: an {@link AsyncCall} ends exactly once by its own state, and removing it from the concurrent set may
 * be repeated. {@link #close()} misses no call: it sets {@link #closed} before it abandons the calls in the set, and a
 * call is added to the set before it checks that field, so at least one of the two abandons it.
 */
public final class PendingAsyncCalls implements AutoCloseable {
    /** The maximum number of spare encoders. */
    public static final int MAX_SPARES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(PendingAsyncCalls.class);

    private final LogLimiter duplicateReplyLog = new LogLimiter(System::nanoTime);
    private final LogLimiter endFailureLog = new LogLimiter(System::nanoTime);
    private final AsyncReplyBuffers buffers = new AsyncReplyBuffers();
    private final Set<AsyncCall> pending = ConcurrentHashMap.newKeySet();

    /** The encoder of each thread that has begun a reply; {@link LongLivedThreads} keep theirs. */
    private final ThreadValues<AsyncReplyEncoder> encoders = new ThreadValues<>();

    /** Set while a thread notifies the listeners of a call that ends. */
    @SuppressWarnings("ThreadLocalUsage") // a call belongs to one server
    private final ThreadLocal<Boolean> ending = new ThreadLocal<>();

    private final ObjectPool<AsyncReplyEncoder> spareEncoders = new ObjectPool<>(MAX_SPARES);
    private final ServiceConfig service;
    private final AdmissionControl admission;
    private final LimitReporter limitReporter;
    private final CounterRecorder counters;
    private volatile boolean closed;

    public PendingAsyncCalls(
            ServiceConfig service, AdmissionControl admission, LimitReporter limitReporter, CounterRecorder counters) {
        this.service = service;
        this.admission = admission;
        this.limitReporter = limitReporter;
        this.counters = counters;
    }

    /** Runs a processor: it reads the arguments and calls the handler. */
    public void process(TAsyncProcessor processor, AsyncCall call, TProtocol input) throws TException {
        processor.process(buffers.wrap(call, input));
    }

    /** {@return the encoder for the next reply of the calling thread} */
    public AsyncReplyEncoder encoder() {
        AsyncReplyEncoder encoder = encoders.get();
        if (encoder == null) {
            AsyncReplyEncoder spare = spareEncoders.take();
            encoder = spare == null ? new AsyncReplyEncoder(service) : spare;
            encoders.set(encoder);
        }
        return encoder;
    }

    /**
     * Finishes the reply that the calling thread has encoded, and returns it; an exception instead if it is over the
     * limit.
     */
    public AsyncReplyEncoder.EncodedReply finishReply(ReplyFormat format, TMessage header) {
        try {
            return isTooLarge() ? tooLarge(format, header) : encoder().finish();
        } finally {
            releaseEncoder();
        }
    }

    /** Returns the exception reply to a call whose handler, or the encoding of whose reply, threw. */
    AsyncReplyEncoder.EncodedReply failed(ReplyFormat format, TMessage header) {
        try {
            return isTooLarge()
                    ? tooLarge(format, header)
                    : exception(format, header, "Internal error processing " + header.name);
        } finally {
            releaseEncoder();
        }
    }

    private boolean isTooLarge() {
        return encoder().writtenBytes() > service.limits().maxReplyBytes();
    }

    private AsyncReplyEncoder.EncodedReply tooLarge(ReplyFormat format, TMessage header) {
        String size = "at least " + encoder().writtenBytes();
        int max = service.limits().maxReplyBytes();
        return encoder().exception(format, header, CallFailures.replyTooLarge(limitReporter, header, size, max));
    }

    /** Encodes an exception reply in place of the reply of a handler. */
    public AsyncReplyEncoder.EncodedReply exception(ReplyFormat format, TMessage header, String reason) {
        try {
            return encoder().exception(format, header, new ErrorReply(TApplicationException.INTERNAL_ERROR, reason));
        } finally {
            releaseEncoder();
        }
    }

    private void releaseEncoder() {
        AsyncReplyEncoder encoder = LongLivedThreads.isCurrent() ? null : encoders.get();
        if (encoder != null) {
            encoders.remove();
            spareEncoders.offer(encoder);
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Runs the listeners of a call that ends: code of the user, on any thread. The call has no reply before they return. */
    public void runEnding(Runnable listener) {
        ending.set(true);
        try {
            listener.run();
        } finally {
            ending.remove();
        }
    }

    /** {@return whether the current thread runs the listeners of a call that ends} */
    public boolean isEnding() {
        return ending.get() != null;
    }

    void add(AsyncCall call) {
        pending.add(call);
    }

    void remove(AsyncCall call) {
        pending.remove(call);
    }

    void ended(AsyncCall async, ServerCall call) {
        remove(async);
        admission.ended(call.route(), call.origin(), 1);
    }

    /** Counts and logs that a call has reached callTimeout. */
    void reportTimeout(TMessage header, String reason) {
        limitReporter.reached(
                LimitType.CALL_TIMEOUT,
                1,
                () -> LogSanitizer.printable(header.name) + " gets an error reply: " + reason);
    }

    /** Counts and logs a reply to a call that had already ended. */
    void duplicateReply(TMessage header) {
        counters.countDuplicateReply();
        duplicateReplyLog.log(suppressed -> LOG.warn(
                "the handler of {} replied twice, or after callTimeout; the reply is dropped{}",
                LogSanitizer.printable(header.name),
                LogLimiter.suffix(suppressed)));
    }

    /** Logs that a step after the end of a call failed. Throws nothing. */
    void endFailed(TMessage header, Throwable cause) {
        try {
            endFailureLog.log(suppressed -> LOG.error(
                    "the end of {} could not be recorded{}",
                    LogSanitizer.printable(header.name),
                    LogLimiter.suffix(suppressed),
                    LogSanitizer.withoutMessage(cause)));
        } catch (Throwable noMemoryToLog) {
            // The call still ends, which is more important.
        }
    }

    /** Passes each pending call to an action. Any thread. */
    void forEach(Consumer<ServerCall> action) {
        pending.forEach(async -> action.accept(async.call()));
    }

    /** Replies with an exception to each call whose deadline has passed. */
    public void expireOverdue(long now) {
        pending.forEach(call -> call.expireIfOverdue(now));
    }

    /** Ends all calls without replies. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(AsyncCall::abandon);
        encoders.clear();
    }
}
