package io.grizzlythrift.strategy;

/**
 * A batch in the hands of some threads: one object per batch, however many threads work on it. While it is queued it
 * stands for one more thread that may work on it. The fields belong to the {@link FairQueue}, and are guarded as it is.
 */
final class Work {
    final CallBatch batch;
    final CallFlow flow;

    /** The next one of the same flow. */
    Work next;

    boolean isQueued;

    /** Threads that work on it now. */
    int threads;

    Work(CallBatch batch) {
        this.batch = batch;
        flow = batch.flow();
    }
}
