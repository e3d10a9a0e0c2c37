package io.grizzlythrift.strategy;

import java.util.Arrays;

/**
 * The calls of one connection, as seen by a strategy: threads are shared fairly between flows. The reader of a connection
 * creates one flow for it and returns that flow from {@link CallBatch#flow()} of every batch of the connection.
 *
 * <p>A flow is used with one {@link StrategyThreads} object only, which stores its queue state in the flow. So neither a
 * read nor a call needs a lookup.
 */
public final class CallFlow {
    private static final FlowQueue[] NO_QUEUES = {};

    // The fields up to waitingSince belong to the FairQueue and are guarded by its owner's lock.

    /** The queue of batches without a special priority. */
    final FlowQueue normal = new FlowQueue(this, CallBatch.NORMAL_PRIORITY);

    /** Queued reads of all priorities that no thread is running. */
    int waitingReads;

    /** Threads that are running batches of this flow. */
    int threads;

    /** The work that a thread started last; null after a thread has finished it. */
    Work lastStarted;

    /** When {@link #waitingReads} was 0 last, if the {@link OverloadDetector} is on. Also read without the lock. */
    volatile long waitingSince;

    /** The queues of other priorities that were used. Replaced under the monitor of this flow, never changed. */
    private volatile FlowQueue[] others = NO_QUEUES;

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

    /** Returns the queue of a priority, and creates it on first use. Allocates, so not for the owner of a FairQueue's lock. */
    FlowQueue queue(int priority) {
        if (priority == CallBatch.NORMAL_PRIORITY) {
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

    /** Whether no call of this flow is running; a call whose reply is about to be flushed does not count. */
    boolean isIdle() {
        return threads == 0 || (threads == 1 && lastStarted != null && lastStarted.isFlushing);
    }
}
