package io.grizzlythrift.dispatch;

/**
 * The batches of one connection that still have unclaimed calls, oldest first, wherever they wait: in the queue of the
 * strategy, behind another batch, or in an executor of the user. With this list, overdue calls are rejected and calls
 * of a closed connection are dropped without waiting for a thread to reach them.
 *
 * <p>A linked list through the batches, guarded by its own lock. Batches that were claimed meanwhile are removed when
 * the next one is added and at the next check. Thread-safe.
 */
public final class QueuedBatches {
    private ReadBatch first;
    private ReadBatch last;

    public synchronized void add(ReadBatch batch) {
        removeClaimed();
        if (first == null) {
            first = batch;
        } else {
            last.nextQueued(batch);
        }
        last = batch;
    }

    /** Rejects the calls that have waited longer than queueTimeout. */
    public void rejectOverdue(long now) {
        for (ReadBatch batch = takeOverdue(now); batch != null; batch = takeOverdue(now)) {
            batch.rejectOverdue(now);
        }
    }

    /** Drops every unclaimed call except oneway calls. */
    public void connectionClosed() {
        for (ReadBatch batch = take(); batch != null; batch = take()) {
            batch.connectionClosed();
        }
    }

    private synchronized ReadBatch takeOverdue(long now) {
        removeClaimed();
        return first != null && first.isOverdue(now) ? take() : null;
    }

    private synchronized ReadBatch take() {
        ReadBatch batch = first;
        if (batch != null) {
            removeFirst();
        }
        return batch;
    }

    private void removeClaimed() {
        while (first != null && !first.hasUnclaimed()) {
            removeFirst();
        }
    }

    private void removeFirst() {
        ReadBatch batch = first;
        first = batch.nextQueued();
        batch.nextQueued(null);
        if (first == null) {
            last = null;
        }
    }
}
