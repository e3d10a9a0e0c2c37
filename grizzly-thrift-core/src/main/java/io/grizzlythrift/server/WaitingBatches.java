package io.grizzlythrift.server;

/**
 * The batches of one connection with calls that nobody has begun, oldest first, wherever they wait: in a queue of the
 * strategy, behind another batch, or in an executor of the user's. So that calls can be rejected when they are overdue,
 * and dropped when the connection is closed, and not only when a thread comes to them. Batches that were begun meanwhile
 * are let go of when the next one comes, or at the next check. Any thread.
 */
final class WaitingBatches {
    private ConnectionBatch first;
    private ConnectionBatch last;

    synchronized void add(ConnectionBatch batch) {
        forgetBegun();
        if (first == null) {
            first = batch;
        } else {
            last.nextWaiting(batch);
        }
        last = batch;
    }

    /** Refuses the calls that have waited for too long. */
    void refuseOverdue(long now) {
        for (ConnectionBatch batch = takeOverdue(now); batch != null; batch = takeOverdue(now)) {
            batch.refuseOverdue(now);
        }
    }

    /** Drops every call that nobody has begun, but for oneway calls. */
    void connectionClosed() {
        for (ConnectionBatch batch = take(); batch != null; batch = take()) {
            batch.connectionClosed();
        }
    }

    private synchronized ConnectionBatch takeOverdue(long now) {
        forgetBegun();
        return first != null && first.isOverdue(now) ? take() : null;
    }

    private synchronized ConnectionBatch take() {
        ConnectionBatch batch = first;
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
        ConnectionBatch batch = first;
        first = batch.nextWaiting();
        batch.nextWaiting(null);
        if (first == null) {
            last = null;
        }
    }
}
