package io.grizzlythrift.server;

import io.grizzlythrift.frame.LogLimiter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.thrift.TAsyncProcessor;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of a server's asynchronous handlers: those that wait for an answer, and what ends them. */
final class AsyncCalls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);

    private final LogLimiter surplusLog = new LogLimiter(System::nanoTime);
    private final AsyncBuffers buffers = new AsyncBuffers();
    private final Set<AsyncCall> pending = ConcurrentHashMap.newKeySet();
    private final ThreadLocal<AsyncWriter> writers;
    private final Admission admission;
    private final LimitEvents events;
    private final ServerCounters counters;
    private final long timeoutNanos;
    private volatile boolean closed;

    AsyncCalls(ServiceConfig service, Admission admission, LimitEvents events, ServerCounters counters) {
        writers = ThreadLocal.withInitial(() -> new AsyncWriter(service));
        timeoutNanos = service.limits().callTimeout().toNanos();
        this.admission = admission;
        this.events = events;
        this.counters = counters;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    AsyncCall begin(ConnectionBatch batch, int call, TMessage header, AsyncCall.End end) {
        return new AsyncCall(
                this, batch.connection(), batch.numberOf(call), header, end, batch.arrival() + timeoutNanos);
    }

    /** Has a processor read the arguments and call the handler. */
    void process(TAsyncProcessor processor, AsyncCall call, TProtocol input) throws TException {
        processor.process(buffers.around(call, input));
    }

    AsyncWriter writer() {
        return writers.get();
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
                ServerLimit.CALL_TIME, 1, () -> Names.printable(header.name) + " is answered in its place: " + reason);
    }

    /** An answer to a call that had ended. */
    void surplusAnswer(TMessage header) {
        counters.countSurplusAnswer();
        surplusLog.log(suppressed -> LOG.warn(
                "the handler of {} answered again, or after callTimeout; the answer is dropped{}",
                Names.printable(header.name),
                LogLimiter.suffix(suppressed)));
    }

    /** Ends the calls whose time is over. */
    void endOverdue(long now) {
        pending.forEach(call -> call.endIfOverdue(now));
    }

    /** Ends all calls unanswered. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(AsyncCall::abandon);
    }
}
