package io.grizzlythrift.strategy.internal.queue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The queue state of one connection: its queues by priority, and its counts. The fields that are not private belong to the
 * {@link FairQueue} and are guarded by its owner's lock.
 */
public final class FlowState {
    /** The number of priorities. */
    public static final int PRIORITIES = 5;

    /** The priority of work without a known one. */
    public static final int NORMAL_PRIORITY = 3;

    private static final FlowQueue[] NO_QUEUES = {};

    /** The queue of work without a special priority. */
    final FlowQueue normal = new FlowQueue(this, NORMAL_PRIORITY);

    /** Queued reads of all priorities that no thread is running. */
    int waitingReads;

    /** Threads that are running batches of this flow. */
    int threads;

    /** The work that was started last; null once a thread has finished it. */
    QueuedWork lastStarted;

    /** When {@link #waitingReads} was last 0, if the {@link OverloadDetector} is on. Also read without the lock. */
    volatile long waitingSince;

    /** Calls that have a place of their own route; see {@link #placesTaken}. */
    private final AtomicInteger places = new AtomicInteger();

    /** The queues of other priorities in use. Copied on write, under the monitor of this object. */
    private volatile FlowQueue[] others = NO_QUEUES;

    /** {@return the queue of work without a special priority} */
    public FlowQueue normal() {
        return normal;
    }

    /** {@return the queued reads of all priorities that no thread is running} A hint if the caller does not hold the lock. */
    public int waitingReads() {
        return waitingReads;
    }

    /** {@return the threads that run batches of this flow} A hint if the caller does not hold the lock. */
    public int threads() {
        return threads;
    }

    /** {@return how many places for calls in flight the connection has, if they are counted by flow} Any thread. */
    public AtomicInteger placesTaken() {
        return places;
    }

    /** Returns the queue of a priority, and creates it on first use. Allocates, so the lock of a FairQueue must not be held. */
    FlowQueue queue(int priority) {
        if (priority == NORMAL_PRIORITY) {
            return normal;
        }
        FlowQueue known = find(priority);
        return known == null ? add(priority) : known;
    }

    private FlowQueue find(int priority) {
        for (FlowQueue queue : others) {
            if (queue.priority == priority) {
                return queue;
            }
        }
        return null;
    }

    private synchronized FlowQueue add(int priority) {
        FlowQueue added = find(priority);
        if (added == null) {
            added = new FlowQueue(this, priority);
            FlowQueue[] more = Arrays.copyOf(others, others.length + 1);
            more[others.length] = added;
            others = more;
        }
        return added;
    }

    /** Returns the queues of priorities other than the normal one. */
    FlowQueue[] others() {
        return others;
    }

    /** Whether no call of this flow is running, not counting one whose reply is about to be flushed. */
    boolean isIdle() {
        return threads == 0 || (threads == 1 && lastStarted != null && lastStarted.isFlushing());
    }
}
