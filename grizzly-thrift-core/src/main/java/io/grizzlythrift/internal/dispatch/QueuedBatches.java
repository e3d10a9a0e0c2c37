package io.grizzlythrift.internal.dispatch;

import java.util.ArrayList;
import java.util.List;

/**
 * The batches of one connection that still have unclaimed calls, oldest first, wherever they wait: in the queue of the
 * strategy, behind another batch, or in the user's own executor. With this list, overdue calls are rejected and calls
 * of a closed connection are dropped without waiting for a thread to reach them, unless there are oneway calls among
 * them.
 *
 * <p>A linked list through the batches, guarded by its own lock. Claimed batches at the front are removed when the next
 * one is added and at the next check. Claimed batches behind a waiting one, which exist because calls of a higher
 * priority or the newest calls go first, are removed whenever the list has doubled. Thread-safe.
 */
public final class QueuedBatches {
    static final int MIN_SWEEP_SIZE = 16;

    private SubmittedBatch first;
    private SubmittedBatch last;
    private int size;

    /** The size at which claimed batches are removed from the whole list. */
    private int sweepSize = MIN_SWEEP_SIZE;

    public synchronized void add(SubmittedBatch batch) {
        removeClaimed();
        if (first == null) {
            first = batch;
        } else {
            last.nextQueued(batch);
        }
        last = batch;
        size++;
        if (size >= sweepSize) {
            sweep();
            sweepSize = Math.max(MIN_SWEEP_SIZE, 2 * size);
        }
    }

    /** Returns the number of batches in the list, some of which may have been claimed. */
    synchronized int size() {
        return size;
    }

    private void sweep() {
        SubmittedBatch kept = first; // has unclaimed calls, unless a thread has just claimed them
        for (SubmittedBatch batch = kept.nextQueued(); batch != null; batch = kept.nextQueued()) {
            if (batch.unclaimed() > 0) {
                kept = batch;
            } else {
                kept.nextQueued(batch.nextQueued());
                batch.nextQueued(null);
                size--;
            }
        }
        last = kept;
    }

    /** Rejects the calls that have waited too long. The limit differs between methods, so every batch is checked. */
    public void rejectOverdue(long now) {
        for (SubmittedBatch batch : waiting()) {
            batch.rejectOverdue(now);
        }
    }

    /** Rejects the calls of which it is not known who makes them. */
    public void rejectUnproved(String reason) {
        for (SubmittedBatch batch : waiting()) {
            batch.rejectIfUnproved(reason);
        }
    }

    private List<SubmittedBatch> waiting() {
        return oldest(Integer.MAX_VALUE);
    }

    /** {@return the oldest batches, some of which may have been claimed} */
    public synchronized List<SubmittedBatch> oldest(int max) {
        removeClaimed();
        if (first == null) {
            return List.of();
        }
        List<SubmittedBatch> waiting = new ArrayList<>(Math.min(size, max));
        for (SubmittedBatch batch = first; batch != null && waiting.size() < max; batch = batch.nextQueued()) {
            waiting.add(batch);
        }
        return waiting;
    }

    /** Drops unclaimed calls. A batch that may have oneway calls waits for its thread, which runs those and drops the others. */
    public void connectionClosed() {
        for (SubmittedBatch batch = take(); batch != null; batch = take()) {
            batch.connectionClosed();
        }
    }

    private synchronized SubmittedBatch take() {
        SubmittedBatch batch = first;
        if (batch != null) {
            removeFirst();
        }
        return batch;
    }

    private void removeClaimed() {
        while (first != null && first.unclaimed() == 0) {
            removeFirst();
        }
    }

    private void removeFirst() {
        SubmittedBatch batch = first;
        first = batch.nextQueued();
        batch.nextQueued(null);
        size--;
        if (first == null) {
            last = null;
        }
    }
}
