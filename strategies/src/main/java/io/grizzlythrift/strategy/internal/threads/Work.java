package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.QueuedWork;
import io.grizzlythrift.strategy.spi.CallBatch;

/** A batch together with its scheduling state: one object per batch, however many threads run it. */
public final class Work extends QueuedWork {
    private final CallBatch batch;

    /** Creates the state of a batch that is not queued. */
    public Work(CallBatch batch) {
        super(batch.flow().queues(), batch.priority(), batch.hasBacklog());
        this.batch = batch;
    }

    /** {@return the batch itself} */
    public CallBatch batch() {
        return batch;
    }
}
