package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.queue.FlowState;

/**
 * The calls of one connection, as seen by a strategy: threads are shared fairly between flows. The reader of a connection
 * creates one flow for it and returns that flow from {@link CallBatch#flow()} of every batch of the connection.
 *
 * <p>A flow is used with one {@link StrategyThreads} object only, which stores its queue state in the flow. So neither a
 * read nor a call needs a lookup.
 */
public final class CallFlow {
    /** For the queue of the strategy; null before {@link #queues()}, which a strategy may never call. */
    private volatile FlowState queues;

    /** Confined to the thread that reads the connection. */
    private SerialExecutor serialExecutor;

    /** Creates a flow with no calls. */
    public CallFlow() {}

    /** Returns the state for the queue of the strategy, always the same object. Any thread. */
    FlowState queues() {
        FlowState known = queues;
        return known == null ? makeQueues() : known;
    }

    private synchronized FlowState makeQueues() {
        if (queues == null) {
            queues = new FlowState();
        }
        return queues;
    }

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
}
