package io.grizzlythrift.dispatch;

/**
 * The batches of one connection with calls that nobody has begun, oldest first, wherever they wait: in a queue of the
 * strategy, behind another batch, or in an executor of the user's. So that calls can be rejected when they are overdue,
 * and dropped when the connection is closed, and not only when a thread comes to them. Batches that were begun meanwhile
 * are let go of when the next one comes, or at the next check. Any thread.
 */
public final class QueuedBatches {
    private ReadBatch first;
    private ReadBatch last;

    public synchronized void add(ReadBatch batch) {
        forgetBegun();
        if (first == null) {
            first = batch;
        } else {
            last.nextWaiting(batch);
        }
        last = batch;
    }

    /** Refuses the calls that have waited for too long. */
    public void refuseOverdue(long now) {
        for (ReadBatch batch = takeOverdue(now); batch != null; batch = takeOverdue(now)) {
            batch.refuseOverdue(now);
        }
    }

    /** Drops every call that nobody has begun, but for oneway calls. */
    public void connectionClosed() {
        for (ReadBatch batch = take(); batch != null; batch = take()) {
            batch.connectionClosed();
        }
    }

    private synchronized ReadBatch takeOverdue(long now) {
        forgetBegun();
        return first != null && first.isOverdue(now) ? take() : null;
    }

    private synchronized ReadBatch take() {
        ReadBatch batch = first;
        if (batch != null) {
            removeFirst();
        }
        return batch;
    }

    private void forgetBegun() {
        while (first != null && !first.hasUnclaimed()) {
            removeFirst();
        }
    }

    private void removeFirst() {
        ReadBatch batch = first;
        first = batch.nextWaiting();
        batch.nextWaiting(null);
        if (first == null) {
            last = null;
        }
    }
}
