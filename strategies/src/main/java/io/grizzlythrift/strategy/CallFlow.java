package io.grizzlythrift.strategy;

/**
 * The calls of one connection, as seen by a strategy: threads are shared fairly between flows. The reader of a connection
 * creates one flow for it and returns that flow from {@link CallBatch#flow()} of every batch of the connection.
 *
 * <p>A flow is used with one {@link StrategyThreads} object only, which stores its queue state in the flow. So neither a
 * read nor a call needs a lookup.
 */
public final class CallFlow {
    // The fields up to isReady belong to the FairQueue and are guarded by its owner's lock.

    /** Queued work, first in first out. */
    Work head;

    private Work tail;

    /** Queued reads that no thread is running. */
    int waitingReads;

    /** Threads that are running batches of this flow. */
    int threads;

    /** The work that a thread started last; null after a thread has finished it. */
    Work lastStarted;

    /** The list of the queue that contains this flow, or null. */
    FairQueue.FlowList list;

    /** Neighbours in {@link #list}. */
    CallFlow previous;

    CallFlow next;

    /** Whether a thread may take work of this flow now. Also read without the lock, as a hint. */
    boolean isReady;

    /** Confined to the thread that reads the connection. */
    private SerialExecutor serialExecutor;

    /** Creates a flow with no calls. */
    public CallFlow() {}

    /**
     * Returns the executor that runs the batches of this flow one after the other, and creates it on first use. Call it
     * on the thread that reads the connection, so that only one is created.
     *
     * @param threads run the batches
     */
    SerialExecutor serialExecutor(StrategyThreads threads) {
        if (serialExecutor == null) {
            serialExecutor = new SerialExecutor(threads);
        }
        return serialExecutor;
    }

    /** Whether no call of this flow is running; a call whose reply is about to be flushed does not count. */
    boolean isIdle() {
        return threads == 0 || (threads == 1 && lastStarted != null && lastStarted.isFlushing);
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
