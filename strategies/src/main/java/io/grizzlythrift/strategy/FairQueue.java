package io.grizzlythrift.strategy;

/**
 * A queue of batches that wait for a thread, scheduled round-robin by flow. As in RFC 8290 (FQ-CoDel) there are two lists
 * of flows. A flow whose only work is a single call joins the new flows, which are served first; a flow with a backlog
 * joins the old flows, which are served in rotation. One entry is served with one batch, or one {@link TimeSlice} of it.
 * Unlike in FQ-CoDel, a flow becomes new again as soon as all its work is finished, so a flow with one call at a time never
 * waits for a full rotation. To keep old flows from starving, at most {@value #MAX_NEW_IN_A_ROW} new flows are served in a
 * row while an old flow waits.
 *
 * <p>Two bounds keep a flow from taking everything. At most {@code maxThreadsPerFlow} threads work for one flow at a time;
 * a flow at that bound moves to a third list until a thread has finished. And a flow gets only its {@link FairShare} of the
 * places for waiting reads.
 *
 * <p>Not thread-safe: guarded by the lock of its owner, except for {@link #othersWait}, which reads a volatile count and an
 * unsynchronized flag and may be out of date. Allocates nothing.
 */
final class FairQueue {
    static final int MAX_NEW_IN_A_ROW = 3;

    private final int capacity;
    private final int maxThreadsPerFlow;

    // Each flow with queued work is in exactly one of these lists; any other flow is in none.
    private final FlowList newFlows = new FlowList();
    private final FlowList oldFlows = new FlowList();

    /** Flows that already have their maximum of threads, so that nothing may be taken from them. */
    private final FlowList blockedFlows = new FlowList();

    private final FlowList[] allFlows = {newFlows, oldFlows, blockedFlows};

    /** How often new flows were served since an old flow was, at most {@value #MAX_NEW_IN_A_ROW}. */
    private int newInARow;

    /** Queued work that no thread is running. */
    private int waitingReads;

    /** The number of new and old flows. Written under the lock, also read without it. */
    private volatile int readyFlows;

    FairQueue(int capacity, int maxThreadsPerFlow) {
        this.capacity = capacity;
        this.maxThreadsPerFlow = maxThreadsPerFlow;
    }

    int waitingReads() {
        return waitingReads;
    }

    boolean isEmpty() {
        return readyFlows == 0;
    }

    /** Whether one more read of a flow may be queued. */
    boolean hasRoomFor(CallFlow flow) {
        return FairShare.of(capacity, capacity - waitingReads, 1, flow.waitingReads) > 0;
    }

    /** Whether one more thread may run work of a flow. */
    boolean mayBegin(CallFlow flow) {
        return flow.threads < maxThreadsPerFlow;
    }

    /** Whether a flow other than this one waits for a thread. A hint; may be called without the lock. */
    boolean othersWait(CallFlow flow) {
        int ready = readyFlows;
        return ready > 1 || (ready == 1 && !flow.isReady);
    }

    /** Queues work behind the other work of its flow. */
    void add(Work work) {
        work.flow.addLast(work);
        queued(work);
    }

    /** Queues work ahead of the other work of its flow, because its calls were received earlier. */
    void addFirst(Work work) {
        work.flow.addFirst(work);
        queued(work);
    }

    private void queued(Work work) {
        CallFlow flow = work.flow;
        work.isQueued = true;
        if (work.threads == 0) {
            countWaiting(flow, 1);
        }
        if (flow.list == null) {
            work.queuedFirst();
            move(flow, mayBegin(flow) ? readyList(flow) : blockedFlows);
        }
    }

    private FlowList readyList(CallFlow flow) {
        return flow.head.isAlone() ? newFlows : oldFlows;
    }

    /** Removes the next work and counts it as started by one thread. Returns null if none may be started. */
    Work poll() {
        while (readyFlows > 0) {
            boolean isNew = !newFlows.isEmpty() && (newInARow < MAX_NEW_IN_A_ROW || oldFlows.isEmpty());
            CallFlow flow = isNew ? newFlows.first : oldFlows.first;
            if (mayBegin(flow)) {
                newInARow = isNew ? Math.min(MAX_NEW_IN_A_ROW, newInARow + 1) : 0;
                Work work = takeFirst(flow);
                if (flow.head != null) {
                    move(flow, oldFlows);
                }
                begin(work);
                return work;
            }
            move(flow, blockedFlows);
        }
        return null;
    }

    /** Removes any work, regardless of the bounds, without starting it. Returns null if the queue is empty. */
    Work drain() {
        for (FlowList list : allFlows) {
            if (!list.isEmpty()) {
                return takeFirst(list.first);
            }
        }
        return null;
    }

    private Work takeFirst(CallFlow flow) {
        Work work = flow.removeFirst();
        if (flow.head == null) {
            move(flow, null);
        }
        work.isQueued = false;
        if (work.threads == 0) {
            countWaiting(flow, -1);
        }
        return work;
    }

    /** Notes that one more thread runs work that is not queued. */
    void begin(Work work) {
        work.threads++;
        work.flow.threads++;
        work.flow.lastStarted = work;
    }

    /**
     * Notes that a thread has stopped running work.
     *
     * @param hasMore whether calls are left for another thread
     */
    void end(Work work, boolean hasMore) {
        CallFlow flow = work.flow;
        if (hasMore && !work.isQueued) {
            addFirst(work);
        } else if (!hasMore && flow.head == work) { // a helper would find no call
            takeFirst(flow);
        }
        flow.threads--;
        if (flow.lastStarted == work) {
            flow.lastStarted = null;
        }
        if (--work.threads == 0 && work.isQueued) {
            countWaiting(flow, 1);
        }
        if (flow.list == blockedFlows) {
            move(flow, readyList(flow));
        }
    }

    private void countWaiting(CallFlow flow, int more) {
        waitingReads += more;
        flow.waitingReads += more;
    }

    /** Moves a flow to the end of a list, which may be its own; null for none. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void move(CallFlow flow, FlowList list) {
        if (flow.list != null) {
            flow.list.remove(flow);
        }
        flow.list = list;
        if (list != null) {
            list.addLast(flow);
        }
        boolean ready = list != null && list != blockedFlows;
        if (flow.isReady != ready) {
            flow.isReady = ready;
            readyFlows += ready ? 1 : -1;
        }
    }

    /** A linked list of flows; the links are fields of {@link CallFlow}. */
    static final class FlowList {
        private CallFlow first;
        private CallFlow last;

        private boolean isEmpty() {
            return first == null;
        }

        private void addLast(CallFlow flow) {
            flow.previous = last;
            if (last == null) {
                first = flow;
            } else {
                last.next = flow;
            }
            last = flow;
        }

        private void remove(CallFlow flow) {
            if (flow.previous == null) {
                first = flow.next;
            } else {
                flow.previous.next = flow.next;
            }
            if (flow.next == null) {
                last = flow.previous;
            } else {
                flow.next.previous = flow.previous;
            }
            flow.previous = null;
            flow.next = null;
        }
    }
}
