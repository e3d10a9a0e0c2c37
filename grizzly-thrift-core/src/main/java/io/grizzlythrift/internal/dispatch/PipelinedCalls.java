package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.strategy.internal.queue.MethodPace;
import io.grizzlythrift.strategy.internal.queue.PacedBatch;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One {@link CallBatch} for calls of one connection that are separate batches, because they have different origins, as
 * pipelined HTTP requests do, or because they were moved to the threads of their method. They have the same route and
 * priority. A thread runs several of them before it flushes, and may pause between two of them, as in any batch. Each is
 * a {@link SubmittedBatch} of one call, which may end separately because it is overdue or its connection closes.
 */
final class PipelinedCalls implements CallBatch, PacedBatch {
    private final List<SubmittedBatch> calls;
    private final AtomicInteger next = new AtomicInteger();

    /** @param calls one call each; at least one */
    PipelinedCalls(List<SubmittedBatch> calls) {
        this.calls = calls;
    }

    @Override
    public CallFlow flow() {
        return calls.get(0).flow();
    }

    @Override
    public int priority() {
        return calls.get(0).priority();
    }

    @Override
    public ServerCall claim() {
        while (unclaimed() > 0) {
            int position = next.getAndIncrement();
            if (position > 0 && position < calls.size()) {
                calls.get(position - 1).submitMoved(); // it must not wait for the handler of this one
            }
            ServerCall call = position < calls.size() ? calls.get(position).claim() : null;
            if (call != null) {
                return call;
            }
        }
        return null;
    }

    @Override
    public MethodPace nextPace() {
        int position = next.get();
        return position < calls.size() ? calls.get(position).nextPace() : null;
    }

    @Override
    public int unclaimed() {
        return Math.max(0, calls.size() - next.get());
    }

    /**
     * {@inheritDoc} It does not matter which call is asked: a thread flushes the replies of all calls that it has run. But
     * each request knows alone that its call went to the threads of its method.
     */
    @Override
    public void flush() {
        try {
            submitMoved();
        } finally {
            calls.get(0).flush();
        }
    }

    @Override
    public void flushLater() {
        try {
            submitMoved();
        } finally {
            calls.get(0).flushLater();
        }
    }

    private void submitMoved() {
        for (SubmittedBatch call : calls) {
            call.submitMoved();
        }
    }

    @Override
    public void reject(String reason) {
        next.set(calls.size());
        calls.forEach(call -> call.rejectUnclaimed(reason));
        flush();
    }
}
