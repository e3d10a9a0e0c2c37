package io.grizzlythrift.strategy;

/**
 * Batches that wait for a thread, served in turns by flow. As in RFC 8290 (FQ-CoDel) there are two lists of flows. A flow
 * whose only work is a single call joins the new flows, which are served first; a flow with a backlog joins the old flows,
 * which are served in rotation. A turn is one batch, or a {@link TimeSlice} of it. Unlike in FQ-CoDel, a flow becomes new
 * again as soon as all its work is done, so a flow with one call at a time never waits for a full rotation. To keep old
 * flows from starving, new flows get at most {@value #NEW_TURNS} turns in a row while an old one waits.
 *
 * <p>Two bounds keep a flow from taking everything. No more than a number of threads work for one flow at a time; a flow
 * at that number leaves the lists until a thread is done. And of the places for reads that wait, a flow has its
 * {@link FairShare}.
 *
 * <p>Not thread-safe: guarded by the lock of its owner, except for {@link #othersWait}. Allocates nothing.
 */
final class FairQueue {
    static final int NEW_TURNS = 3;

    private final int capacity;
    private final int maxThreadsPerFlow;

    // Each flow with queued work stands in one of these lists, any other in none.
    private final FlowList newFlows = new FlowList();
    private final FlowList oldFlows = new FlowList();

    /** Those of which nothing may be taken, since enough threads work for them. */
    private final FlowList blockedFlows = new FlowList();

    private final FlowList[] allFlows = {newFlows, oldFlows, blockedFlows};

    /** Turns of new flows since one of an old flow, {@value #NEW_TURNS} at most. */
    private int newTurns;

    /** Queued work that no thread works on. */
    private int waitingReads;

    /** New and old flows. Written under the lock, read by threads that work on a batch. */
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

    /** Whether a flow may have one more read waiting. */
    boolean hasRoomFor(CallFlow flow) {
        return FairShare.of(capacity, capacity - waitingReads, 1, flow.waitingReads) > 0;
    }

    /** Whether one more thread may work for a flow. */
    boolean mayBegin(CallFlow flow) {
        return flow.threads < maxThreadsPerFlow;
    }

    /** Whether a flow other than this one waits for a thread. A hint, for threads without the lock. */
    boolean othersWait(CallFlow flow) {
        int ready = readyFlows;
        return ready > 1 || (ready == 1 && !flow.isReady);
    }

    /** Queues work behind the other work of its flow. */
    void add(Work work) {
        work.flow.addLast(work);
        queued(work);
    }

    /** Queues work before the other work of its flow: its calls came earlier, or are as good as begun. */
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

    /** Takes the work whose turn it is for one thread, which has begun it then. Null if none may be taken. */
    Work poll() {
        while (readyFlows > 0) {
            boolean isNew = !newFlows.isEmpty() && (newTurns < NEW_TURNS || oldFlows.isEmpty());
            CallFlow flow = isNew ? newFlows.first : oldFlows.first;
            if (mayBegin(flow)) {
                newTurns = isNew ? Math.min(NEW_TURNS, newTurns + 1) : 0;
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

    /** Takes any work out, whatever the bounds, without beginning it. Null if there is none. */
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

    /** One more thread works on something that is not queued. */
    void begin(Work work) {
        work.threads++;
        work.flow.threads++;
        work.flow.begun = work;
    }

    /**
     * A thread works no longer on something.
     *
     * @param left whether there are calls left for another thread
     */
    void end(Work work, boolean left) {
        CallFlow flow = work.flow;
        if (left && !work.isQueued) {
            addFirst(work);
        } else if (!left && flow.head == work) { // a helper would find nothing
            takeFirst(flow);
        }
        flow.threads--;
        if (flow.begun == work) {
            flow.begun = null;
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

    /** Flows, linked through fields of theirs. */
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
