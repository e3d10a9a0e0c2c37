package io.grizzlythrift.strategy;

/**
 * A batch in the hands of some threads: one object per batch, however many threads work on it. While it is queued it
 * stands for one more thread that may work on it. The fields belong to the {@link FairQueue}, and are guarded as it is.
 */
final class Work {
    final CallBatch batch;
    final CallFlow flow;

    /** Whether it has no more than one call. */
    final boolean isSingle;

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

    Work(CallBatch batch) {
        this.batch = batch;
        flow = batch.flow();
        isSingle = batch.unclaimed() <= 1;
    }
}
