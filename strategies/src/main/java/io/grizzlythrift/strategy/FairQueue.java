package io.grizzlythrift.strategy;

/**
 * Batches that wait for a thread, taken in turns by flow. As in RFC 8290 (FQ-CoDel) there are two lists of flows: one
 * that had nothing waiting and nothing running joins the new flows, which go first; once it was served it goes to the
 * end of the old ones. So a flow without a backlog passes all that have one, and cannot do so twice in a round. A turn is
 * one batch, or a {@link TimeSlice} of it.
 *
 * <p>Two bounds keep a flow from taking everything. No more than a number of threads work for one flow at a time; a flow
 * at that number leaves the lists until a thread is done. And of the places for reads that wait, a flow has its
 * {@link FairShare}.
 *
 * <p>Not thread-safe: guarded by the lock of its owner, except for {@link #othersWait}. Allocates nothing.
 */
final class FairQueue {
    private final int capacity;
    private final int maxThreadsPerFlow;
    private final FlowList newFlows = new FlowList(CallFlow.Place.NEW_FLOWS);
    private final FlowList oldFlows = new FlowList(CallFlow.Place.OLD_FLOWS);

    /** Those with work of which nothing may be taken. */
    private final FlowList blockedFlows = new FlowList(CallFlow.Place.BLOCKED_FLOWS);

    private final FlowList[] allFlows = {newFlows, oldFlows, blockedFlows};

    /** Queued work that no thread works on. */
    private int waitingReads;

    /** Flows in the lists that have work. Written under the lock, read by threads that work on a batch. */
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
        if (flow.place == CallFlow.Place.NOWHERE) {
            FlowList list = flow.threads == 0 ? newFlows : oldFlows;
            (mayBegin(flow) ? list : blockedFlows).addLast(flow);
        }
        setReady(flow, flow.place != CallFlow.Place.BLOCKED_FLOWS);
    }

    /** Takes the work whose turn it is for one thread, which has begun it then. Null if none may be taken. */
    Work poll() {
        while (true) {
            FlowList list = newFlows.isEmpty() ? oldFlows : newFlows;
            if (list.isEmpty()) {
                return null;
            }
            CallFlow flow = list.first;
            list.remove(flow);
            if (flow.head == null) {
                setReady(flow, false);
            } else if (!mayBegin(flow)) {
                setReady(flow, false);
                blockedFlows.addLast(flow);
            } else {
                oldFlows.addLast(flow);
                Work work = takeFirst(flow);
                begin(work);
                return work;
            }
        }
    }

    /** Takes any work out, whatever the bounds, without beginning it. Null if there is none. */
    Work drain() {
        for (FlowList list : allFlows) {
            while (!list.isEmpty()) {
                if (list.first.head != null) {
                    return takeFirst(list.first);
                }
                list.remove(list.first);
            }
        }
        return null;
    }

    private Work takeFirst(CallFlow flow) {
        Work work = flow.removeFirst();
        setReady(flow, flow.isReady && flow.head != null);
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
        if (--work.threads == 0 && work.isQueued) {
            countWaiting(flow, 1);
        }
        if (flow.place == CallFlow.Place.BLOCKED_FLOWS) {
            blockedFlows.remove(flow);
            oldFlows.addLast(flow);
            setReady(flow, flow.head != null);
        }
    }

    private void countWaiting(CallFlow flow, int more) {
        waitingReads += more;
        flow.waitingReads += more;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private void setReady(CallFlow flow, boolean ready) {
        if (flow.isReady != ready) {
            flow.isReady = ready;
            readyFlows += ready ? 1 : -1;
        }
    }

    /** Flows, linked through fields of theirs. */
    private static final class FlowList {
        private final CallFlow.Place place;
        private CallFlow first;
        private CallFlow last;

        FlowList(CallFlow.Place place) {
            this.place = place;
        }

        boolean isEmpty() {
            return first == null;
        }

        void addLast(CallFlow flow) {
            flow.place = place;
            flow.previous = last;
            if (last == null) {
                first = flow;
            } else {
                last.next = flow;
            }
            last = flow;
        }

        void remove(CallFlow flow) {
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
            flow.place = CallFlow.Place.NOWHERE;
        }
    }
}
