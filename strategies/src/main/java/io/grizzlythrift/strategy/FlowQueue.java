package io.grizzlythrift.strategy;

/**
 * The waiting work of one {@link CallFlow} at one priority, oldest first, and its place in the {@link FairQueue}. All
 * fields belong to the FairQueue and are guarded by its owner's lock.
 */
final class FlowQueue {
    final CallFlow flow;

    /** As in {@link CallBatch#priority()}. */
    final int priority;

    /** The oldest work. */
    Work head;

    /** The newest work. */
    Work tail;

    /** The list of the queue that contains this, or null. */
    FlowList list;

    /** Neighbours in {@link #list}. */
    FlowQueue previous;

    FlowQueue next;

    /** Whether a thread may take work from here now. Also read without the lock, as a hint. */
    boolean isReady;

    FlowQueue(CallFlow flow, int priority) {
        this.flow = flow;
        this.priority = priority;
    }

    void addLast(Work work) {
        work.previous = tail;
        if (head == null) {
            head = work;
        } else {
            tail.next = work;
        }
        tail = work;
    }

    void addFirst(Work work) {
        work.next = head;
        if (head == null) {
            tail = work;
        } else {
            head.previous = work;
        }
        head = work;
    }

    void remove(Work work) {
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
