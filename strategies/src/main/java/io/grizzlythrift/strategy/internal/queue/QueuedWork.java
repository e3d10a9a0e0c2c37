package io.grizzlythrift.strategy.internal.queue;

/**
 * The scheduling state of one batch. Each time it is queued, one more thread may run it. The fields that are not final
 * belong to the {@link FairQueue} and are guarded by its owner's lock, except for {@link #isFlushing}.
 */
public class QueuedWork {
    final FlowState flow;
    final FlowQueue queue;
    private final boolean hasBacklog;

    /** The work queued before this, of the same flow and priority. */
    QueuedWork previous;

    /** The work queued behind this. */
    QueuedWork next;

    boolean isQueued;

    /** Threads that are running the batch. */
    int threads;

    /** Whether the last call has run and its reply is about to be flushed. */
    private volatile boolean isFlushing;

    /** Whether the flow had nothing else to run when this work was queued. */
    private boolean isAlone;

    /**
     * Creates work that is neither queued nor running.
     *
     * @param flow the flow of its connection
     * @param priority 0 to {@link FlowState#PRIORITIES} - 1; lower numbers are served first
     * @param hasBacklog whether more than one call is waiting, in the batch or behind it
     */
    public QueuedWork(FlowState flow, int priority, boolean hasBacklog) {
        this.flow = flow;
        queue = flow.queue(priority);
        this.hasBacklog = hasBacklog;
    }

    public final FlowState flow() {
        return flow;
    }

    /** {@return the queue of its flow and priority} */
    public final FlowQueue queue() {
        return queue;
    }

    /** {@return whether it waits in the queue for a thread, or for an additional one} */
    public final boolean isQueued() {
        return isQueued;
    }

    /**
     * Records that the last call has run and its reply is about to be flushed. Called without the lock, before the flush, by
     * the thread that ran the call. A peer that waits for that reply sends its next call after the flush, so the reader
     * of that call sees the write and treats the flow as idle.
     */
    public final void beginFlush() {
        isFlushing = true;
    }

    boolean isFlushing() {
        return isFlushing;
    }

    /** Called when this work is the only queued work of its flow and priority. */
    void queuedFirst() {
        isAlone = !hasBacklog && flow.isIdle();
    }

    /** Whether the flow had no other work when this was queued, and none of its priority has been queued behind it. */
    boolean isAlone() {
        return isAlone && next == null;
    }
}
