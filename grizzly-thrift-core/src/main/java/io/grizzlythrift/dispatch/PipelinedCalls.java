package io.grizzlythrift.dispatch;

import io.grizzlythrift.peer.RejectedCall.Reason;
import io.grizzlythrift.strategy.pace.MethodPace;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One {@link CallBatch} for calls of a read that are separate batches, because they have different origins, as pipelined
 * HTTP requests do, or because they were moved to the threads of their method. They have the same priority. A thread
 * runs several of them before it flushes, and may pause between two of them, as in any batch. Each call is a {@link
 * SubmittedBatch} of one call, which may end separately because it is overdue or its connection closes.
 */
final class PipelinedCalls implements CallBatch {
    private final CallFlow flow;
    private final List<SubmittedBatch> calls;
    private final AtomicInteger next = new AtomicInteger();

    PipelinedCalls(CallFlow flow, List<SubmittedBatch> calls) {
        this.flow = flow;
        this.calls = calls;
    }

    @Override
    public CallFlow flow() {
        return flow;
    }

    @Override
    public int priority() {
        return calls.get(0).priority();
    }

    @Override
    public int claim() {
        while (unclaimed() > 0) {
            int call = next.getAndIncrement();
            if (call < calls.size() && calls.get(call).claim() != NONE) {
                return call;
            }
        }
        return NONE;
    }

    @Override
    public int nextUnclaimed() {
        int call = next.get();
        return call < calls.size() ? call : NONE;
    }

    @Override
    public MethodPace paceOf(int call) {
        return calls.get(call).paceOf(0);
    }

    @Override
    public int unclaimed() {
        return Math.max(0, calls.size() - next.get());
    }

    @Override
    public void run(int call) {
        calls.get(call).run(0);
    }

    /**
     * {@inheritDoc} It does not matter which call is asked: a thread flushes the replies of all calls that it has run.
     */
    @Override
    public void flush() {
        calls.get(0).flush();
    }

    @Override
    public void flushLater() {
        calls.get(0).flushLater();
    }

    @Override
    public void reject(String reason) {
        next.set(calls.size());
        calls.forEach(call -> call.rejectUnclaimed(Reason.OVERLOADED, reason));
        flush();
    }
}
