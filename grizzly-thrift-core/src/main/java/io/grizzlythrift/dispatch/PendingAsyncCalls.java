package io.grizzlythrift.dispatch;

import io.grizzlythrift.limits.LimitType;
import io.grizzlythrift.log.LogLimiter;
import io.grizzlythrift.memory.LongLivedThreads;
import io.grizzlythrift.memory.ObjectPool;
import io.grizzlythrift.message.LogSanitizer;
import io.grizzlythrift.metrics.recorder.CounterRecorder;
import io.grizzlythrift.metrics.recorder.LimitReporter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of a server's asynchronous handlers: those that wait for an answer, and what ends them. */
public final class PendingAsyncCalls implements AutoCloseable {
    /** How many writers wait for a thread at most. */
    public static final int MAX_SPARES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(PendingAsyncCalls.class);

    private final LogLimiter surplusLog = new LogLimiter(System::nanoTime);
    private final LogLimiter endLog = new LogLimiter(System::nanoTime);
    private final AsyncReplyBuffers buffers = new AsyncReplyBuffers();
    private final Set<AsyncCall> pending = ConcurrentHashMap.newKeySet();

    /** The writer of each thread that has begun an answer; {@link LongLivedThreads} keep theirs. */
    @SuppressWarnings("ThreadLocalUsage") // a writer is of one server
    private final ThreadLocal<AsyncReplyEncoder> writers = new ThreadLocal<>();

    private final ObjectPool<AsyncReplyEncoder> spareWriters = new ObjectPool<>(MAX_SPARES);
    private final ServiceConfig service;
    private final AdmissionControl admission;
    private final LimitReporter events;
    private final CounterRecorder counters;
    private final long timeoutNanos;
    private volatile boolean closed;

    public PendingAsyncCalls(
            ServiceConfig service, AdmissionControl admission, LimitReporter events, CounterRecorder counters) {
        this.service = service;
        timeoutNanos = service.limits().callTimeout().toNanos();
        this.admission = admission;
        this.events = events;
        this.counters = counters;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    AsyncCall begin(ReadBatch batch, int call, TMessage header, AsyncCall.End end) {
        return new AsyncCall(
                this, batch.connection(), batch.numberOf(call), header, end, batch.arrival() + timeoutNanos);
    }

    /** Has a processor read the arguments and call the handler. */
    void process(TAsyncProcessor processor, AsyncCall call, TProtocol input) throws TException {
        processor.process(buffers.around(call, input));
    }

    /** Where the calling thread writes its next answer. */
    public AsyncReplyEncoder writer() {
        AsyncReplyEncoder writer = writers.get();
        if (writer == null) {
            AsyncReplyEncoder spare = spareWriters.take();
            writer = spare == null ? new AsyncReplyEncoder(service) : spare;
            writers.set(writer);
        }
        return writer;
    }

    /** The answer that the calling thread has written. */
    public AsyncReplyEncoder.Answer endAnswer() {
        try {
            return writer().end();
        } finally {
            giveWriterBack();
        }
    }

    /** An answer in place of that of a handler. */
    public AsyncReplyEncoder.Answer exception(TMessage header, String reason) {
        try {
            return writer().exception(header, new TApplicationException(TApplicationException.INTERNAL_ERROR, reason));
        } finally {
            giveWriterBack();
        }
    }

    private void giveWriterBack() {
        AsyncReplyEncoder writer = LongLivedThreads.isCurrent() ? null : writers.get();
        if (writer != null) {
            writers.remove();
            spareWriters.offer(writer);
        }
    }

    boolean isClosed() {
        return closed;
    }

    void watch(AsyncCall call) {
        pending.add(call);
    }

    void forget(AsyncCall call) {
        pending.remove(call);
    }

    void ended(AsyncCall call) {
        forget(call);
        admission.ended(1);
    }

    void overdue(TMessage header, String reason) {
        events.reached(
                LimitType.CALL_TIMEOUT,
                1,
                () -> LogSanitizer.printable(header.name) + " is answered in its place: " + reason);
    }

    /** An answer to a call that had ended. */
    void surplusAnswer(TMessage header) {
        counters.countSurplusAnswer();
        surplusLog.log(suppressed -> LOG.warn(
                "the handler of {} answered again, or after callTimeout; the answer is dropped{}",
                LogSanitizer.printable(header.name),
                LogLimiter.suffix(suppressed)));
    }

    /** A call has ended, but not everything that was to follow could be done. Throws nothing. */
    void endFailed(TMessage header, Throwable cause) {
        try {
            endLog.log(suppressed -> LOG.error(
                    "the end of {} could not be told{}",
                    LogSanitizer.printable(header.name),
                    LogLimiter.suffix(suppressed),
                    LogSanitizer.withoutMessage(cause)));
        } catch (Throwable noMemoryForALine) {
            // The call goes on to end, which is what counts.
        }
    }

    /** Ends the calls whose time is over. */
    public void endOverdue(long now) {
        pending.forEach(call -> call.endIfOverdue(now));
    }

    /** Ends all calls unanswered. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(AsyncCall::abandon);
    }
}
