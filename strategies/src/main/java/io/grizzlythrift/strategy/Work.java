package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.queue.QueuedWork;

/** A batch together with its scheduling state: one object per batch, however many threads run it. */
final class Work extends QueuedWork {
    final CallBatch batch;

    Work(CallBatch batch) {
        super(batch.flow().queues(), batch.priority(), batch.hasBacklog());
        this.batch = batch;
    }
}
