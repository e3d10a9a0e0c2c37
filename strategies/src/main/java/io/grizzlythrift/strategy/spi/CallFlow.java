package io.grizzlythrift.strategy.spi;

import io.grizzlythrift.strategy.internal.queue.FlowState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one connection, as seen by a strategy: threads are shared fairly between flows. The reader of a connection
 * creates one flow for it, which {@link CallBatch#flow()} returns for every batch of the connection.
 *
 * <p>A flow is used with one {@link StrategyThreads} object only, which stores its queue state in the flow. So neither a
 * read nor a call needs a lookup. A connection whose calls run on the threads of several such objects has a {@linkplain
 * #branch branch} for each.
 */
public final class CallFlow {
    private static final CallFlow[] NO_BRANCHES = {};

    /** The state for the queue of the strategy; null before {@link #queues()}, which a strategy may never call. */
    private volatile @Nullable FlowState queues;

    /** Created on first use. */
    private volatile @Nullable SerialExecutor serialExecutor;

    /** The flows of the same connection for other threads; entries are null until first use. Guarded by this. */
    private @Nullable CallFlow[] branches = NO_BRANCHES;

    /** Creates a flow with no calls. */
    public CallFlow() {}

    /**
     * Returns the flow of the same connection for another {@link StrategyThreads} object. Any thread.
     *
     * @param threads the index of that object, at least 0; keep it small, because all indexes below it occupy memory
     * @return always the same flow for an index
     */
    public synchronized CallFlow branch(int threads) {
        if (threads >= branches.length) {
            branches = Arrays.copyOf(branches, threads + 1);
        }
        CallFlow known = branches[threads];
        if (known == null) {
            known = new CallFlow();
            branches[threads] = known;
        }
        return known;
    }

    /** {@return how many places for calls in flight the connection has on the threads of its branches} Any thread. */
    public synchronized int placesOfBranches() {
        int places = 0;
        for (CallFlow branch : branches) {
            FlowState known = branch == null ? null : branch.queues;
            places += known == null ? 0 : known.placesTaken().get();
        }
        return places;
    }

    /** {@return the state for the queue of the strategy, always the same object} Any thread. */
    @SuppressWarnings("exports") // for strategies of this library
    public FlowState queues() {
        FlowState known = queues;
        return known == null ? makeQueues() : known;
    }

    private synchronized FlowState makeQueues() {
        FlowState known = queues;
        if (known == null) {
            known = new FlowState();
            queues = known;
        }
        return known;
    }

    /**
     * Runs a batch of this flow on one of several threads, once all batches passed before have run. Any thread.
     *
     * @param threads run the batches, always the same for a flow
     * @param batch calls that no thread has claimed
     */
    public void executeInOrder(StrategyThreads threads, CallBatch batch) {
        SerialExecutor known = serialExecutor;
        (known == null ? makeSerialExecutor(threads) : known).execute(batch);
    }

    private synchronized SerialExecutor makeSerialExecutor(StrategyThreads threads) {
        SerialExecutor known = serialExecutor;
        if (known == null) {
            known = new SerialExecutor(threads);
            serialExecutor = known;
        }
        return known;
    }
}
