package io.grizzlythrift.strategy;

/**
 * A batch together with its scheduling state: one object per batch, however many threads run it. Each time it is queued,
 * one more thread may run it. The fields that are not final belong to the {@link FairQueue} and are guarded by its
 * owner's lock, except for {@link #isFlushing}.
 */
final class Work {
    final CallBatch batch;
    final CallFlow flow;
    final FlowQueue queue;
    private final boolean hasBacklog;

    /** The work queued before this, of the same flow and priority. */
    Work previous;

    /** The work queued behind this. */
    Work next;

    boolean isQueued;

    /** Threads that are running the batch. */
    int threads;

    /**
     * Whether the last call has run and its reply is about to be flushed. Written without the lock, before the flush, by
     * the thread that ran the call. A peer that waits for that reply sends its next call after the flush, so the reader
     * of that call sees the write and treats the flow as idle.
     */
    volatile boolean isFlushing;

    /** Whether the flow had nothing else to run when this work was queued. */
    private boolean isAlone;

    Work(CallBatch batch) {
        this.batch = batch;
        flow = batch.flow();
        queue = flow.queue(batch.priority());
        hasBacklog = batch.hasBacklog();
    }

    /** Called when this work is queued and nothing else of its flow and priority is. */
    void queuedFirst() {
        isAlone = !hasBacklog && flow.isIdle();
    }

    /** Whether the flow had no other work when this was queued and none has been queued behind it. */
    boolean isAlone() {
        return isAlone && next == null;
    }
}
