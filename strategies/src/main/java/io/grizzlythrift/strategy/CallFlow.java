package io.grizzlythrift.strategy;

/**
 * Where batches come from that share the threads as one: a connection. Whoever reads a connection makes one flow for
 * it, and gives every batch of the connection that flow.
 *
 * <p>A flow is used with one {@link StrategyThreads} object only, which keeps what waits of the flow in it. So neither a
 * read nor a call needs a look-up.
 */
public final class CallFlow {
    // The fields below belong to the queue, and are guarded as it is.

    /** Work that waits, first in first out. */
    Work head;

    private Work tail;

    /** Reads among it that no thread works on. */
    int waitingReads;

    /** Threads that work on batches of this flow now. */
    int threads;

    /** What a thread began last; null once a thread is done with that. */
    Work begun;

    /** The list of the queue in which it stands, or null. */
    FairQueue.FlowList list;

    /** Its neighbours there. */
    CallFlow previous;

    CallFlow next;

    /** Whether a thread could take work of this flow at once. Also read without the lock, as a hint. */
    boolean isReady;

    private Object attachment;

    /** Makes a flow without calls. */
    public CallFlow() {}

    /**
     * Keeps an object with this flow, in place of the one before. For the strategy that this flow is used with, on the
     * threads that call {@link StrategyThreads#execute}.
     *
     * @param object null for nothing
     */
    public void attach(Object object) {
        attachment = object;
    }

    /**
     * The object that was attached.
     *
     * @return null if there is none
     */
    public Object attachment() {
        return attachment;
    }

    /** Whether nothing of it runs, but for a reply that is about to leave. */
    boolean isIdle() {
        return threads == 0 || (threads == 1 && begun != null && begun.isEnding);
    }

    void addLast(Work work) {
        if (head == null) {
            head = work;
        } else {
            tail.next = work;
        }
        tail = work;
    }

    void addFirst(Work work) {
        if (head == null) {
            tail = work;
        }
        work.next = head;
        head = work;
    }

    Work removeFirst() {
        Work first = head;
        head = first.next;
        first.next = null;
        if (head == null) {
            tail = null;
        }
        return first;
    }
}
