package io.grizzlythrift.strategy.internal.queue;

/** A linked list of flows with waiting work; the links are fields of {@link FlowQueue}. */
final class FlowList {
    private FlowQueue first;
    private FlowQueue last;

    boolean isEmpty() {
        return first == null;
    }

    FlowQueue first() {
        return first;
    }

    FlowQueue last() {
        return last;
    }

    /** Returns the first flow of the highest priority; null if the list is empty. */
    FlowQueue highestPriority() {
        FlowQueue highest = first;
        for (FlowQueue queue = first; queue != null; queue = queue.next) {
            if (queue.priority < highest.priority) {
                highest = queue;
            }
        }
        return highest;
    }

    void addLast(FlowQueue queue) {
        queue.previous = last;
        if (last == null) {
            first = queue;
        } else {
            last.next = queue;
        }
        last = queue;
    }

    void remove(FlowQueue queue) {
        if (queue.previous == null) {
            first = queue.next;
        } else {
            queue.previous.next = queue.next;
        }
        if (queue.next == null) {
            last = queue.previous;
        } else {
            queue.next.previous = queue.previous;
        }
        queue.previous = null;
        queue.next = null;
    }
}
