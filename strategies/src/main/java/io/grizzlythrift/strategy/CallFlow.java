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
    /** For the queue of the strategy, if it has one. */
    final FlowState queues = new FlowState();

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
}
