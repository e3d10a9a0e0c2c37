package io.grizzlythrift.strategy.internal.queue;

/**
 * The waiting work of one {@link FlowState} at one priority, oldest first, and its place in the {@link FairQueue}. All
 * fields belong to the FairQueue and are guarded by its owner's lock.
 */
public final class FlowQueue {
    final FlowState flow;

    /** Lower numbers are served first. */
    final int priority;

    /** The oldest work. */
    QueuedWork head;

    /** The newest work. */
    QueuedWork tail;

    /** The list of the queue that contains this, or null. */
    FlowList list;

    /** Neighbors in {@link #list}. */
    FlowQueue previous;

    FlowQueue next;

    /** Whether a thread may take work from here now. Also read without the lock, as a hint. */
    boolean isReady;

    FlowQueue(FlowState flow, int priority) {
        this.flow = flow;
        this.priority = priority;
    }

    /** {@return whether nothing waits here} */
    public boolean isEmpty() {
        return head == null;
    }

    void addLast(QueuedWork work) {
        work.previous = tail;
        if (head == null) {
            head = work;
        } else {
            tail.next = work;
        }
        tail = work;
    }

    void addFirst(QueuedWork work) {
        work.next = head;
        if (head == null) {
            tail = work;
        } else {
            head.previous = work;
        }
        head = work;
    }

    void remove(QueuedWork work) {
        if (work.previous == null) {
            head = work.next;
        } else {
            work.previous.next = work.next;
        }
        if (work.next == null) {
            tail = work.previous;
        } else {
            work.next.previous = work.previous;
        }
        work.previous = null;
        work.next = null;
    }
}
