package io.grizzlythrift.strategy;

/**
 * A batch in the hands of some threads: one object per batch, however many threads work on it. While it is queued it
 * stands for one more thread that may work on it. The fields belong to the {@link FairQueue}, and are guarded as it is.
 */
final class Work {
    final CallBatch batch;
    final CallFlow flow;

    private final boolean hasBacklog;

    /** The next one of the same flow. */
    Work next;

    boolean isQueued;

    /** Threads that work on it now. */
    int threads;

    /**
     * Whether its last call has run and its reply is about to leave. Set by the thread that ran it, without the lock, so
     * that the next call of a peer that waits for that reply is seen to be alone.
     */
    volatile boolean isEnding;

    /** Whether it was all that its flow had to be run when it was queued. */
    private boolean isAlone;

    Work(CallBatch batch) {
        this.batch = batch;
        flow = batch.flow();
        hasBacklog = batch.hasBacklog();
    }

    /** It is queued, and nothing else of its flow is. */
    void queuedFirst() {
        isAlone = !hasBacklog && flow.isIdle();
    }

    /** Whether nothing else of its flow ran or waited when it was queued, and nothing waits behind it. */
    boolean isAlone() {
        return isAlone && next == null;
    }
}
