package io.grizzlythrift.strategy;

import java.util.function.LongSupplier;

/**
 * What a thread does with a batch: claim call after call until none is left, or until its time slice is over while other
 * connections wait. Before it runs user code while more calls wait, it wakes one helper, which does the same; so a batch
 * of fast calls costs one hand-over, and a batch of slow ones spreads over many threads. Once the threads are stopped,
 * calls that nobody has begun are refused.
 *
 * <p>One object per thread. Nothing is thrown: what a batch throws is logged, and the next call has its turn.
 */
abstract class Slices {
    static final String STOPPED = "the server has stopped";

    private final TimeSlice slice;
    private final Uncaught uncaught;

    Slices(long sliceNanos, LongSupplier clock, Uncaught uncaught) {
        slice = new TimeSlice(sliceNanos, clock);
        this.uncaught = uncaught;
    }

    /** Whether something else waits for this thread. Asked after each call: it must be cheap. */
    abstract boolean othersWait(CallFlow flow);

    /** Has another thread help. Called once per turn at most. */
    abstract void wakeHelper(Work work);

    abstract boolean isStopped();

    /**
     * Runs what can be claimed within a slice, without the flush.
     *
     * @param work what {@link #wakeHelper} gets; null if there are no helpers
     * @return whether there were calls left at the end of the slice
     */
    final boolean run(CallBatch batch, Work work) {
        try {
            return claim(batch, work);
        } catch (Throwable t) {
            uncaught.survived(t);
            return false;
        }
    }

    private boolean claim(CallBatch batch, Work work) {
        CallFlow flow = batch.flow();
        boolean begun = false;
        boolean hasMore = false;
        while (true) {
            if (isStopped()) {
                batch.refuse(STOPPED);
                return false;
            }
            int call = batch.claim();
            if (call == CallBatch.NONE) {
                return false;
            }
            if (!begun) {
                begun = true;
                hasMore = batch.unclaimed() > 0;
                if (hasMore) {
                    slice.begin(othersWait(flow));
                    if (work != null && !batch.isSerial()) {
                        wakeHelper(work);
                    }
                }
            }
            try {
                batch.run(call);
            } catch (Throwable t) {
                uncaught.survived(t);
            }
            if (hasMore && othersWait(flow) && slice.isOver() && batch.unclaimed() > 0) {
                return true;
            }
        }
    }

    final void flush(CallBatch batch) {
        try {
            batch.flush();
        } catch (Throwable t) {
            uncaught.survived(t);
        }
    }

    final void refuse(CallBatch batch, String reason) {
        try {
            batch.refuse(reason);
        } catch (Throwable t) {
            uncaught.survived(t);
        }
    }
}
