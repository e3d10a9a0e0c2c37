package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.queue.TimeSlice;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.function.LongSupplier;

/**
 * The loop in which a thread claims and runs the calls of a batch, until none is left or until its {@link TimeSlice} is
 * over while other connections wait. If more calls remain after the first claim, the thread wakes one helper, which
 * runs the same loop. So a batch of fast calls costs one hand-over, and a batch of slow calls spreads over many threads.
 * Once the threads are stopped, the remaining calls are rejected.
 *
 * <p>One object per thread. Throws nothing: an exception from a batch is logged, and the loop continues with the next
 * call.
 */
public abstract class ClaimLoop {
    /** The reason for rejecting calls once the threads have stopped. */
    public static final String STOPPED = "the server has stopped";

    private final TimeSlice slice;
    private final UncaughtLog uncaught;

    /**
     * Creates a loop that has not run.
     *
     * @param sliceNanos the longest time that it runs one batch while others wait, in nanoseconds
     * @param clock as {@link System#nanoTime()}
     */
    protected ClaimLoop(long sliceNanos, LongSupplier clock, UncaughtLog uncaught) {
        slice = new TimeSlice(sliceNanos, clock);
        this.uncaught = uncaught;
    }

    /**
     * Whether work of another flow or priority waits for this thread. Called after each call, so it must be cheap.
     *
     * @param queue the queue of the running work; null if the loop runs a batch without work
     */
    protected abstract boolean othersWait(FlowQueue queue);

    /** Wakes another thread for the same batch. Called at most once per slice; never if the loop runs without work. */
    protected void wakeHelper(Work work) {
        throw new IllegalStateException("the current thread has no helpers");
    }

    /** {@return whether the threads have stopped, so that calls that have not started are rejected} */
    protected abstract boolean isStopped();

    /** Runs one call that was claimed. */
    protected void runCall(Call call) {
        call.run();
    }

    /**
     * Runs the calls that can be claimed within a slice. Does not flush; if no call is left, records in the work that
     * the caller will.
     *
     * @param work the argument of {@link #wakeHelper}; null if there are no helpers
     * @return whether calls were left at the end of the slice
     */
    public final boolean run(CallBatch batch, Work work) {
        return run(batch, work, false);
    }

    /**
     * Runs the calls that can be claimed within a slice, as {@link #run(CallBatch, Work)} does without a helper. Only while the
     * strategy executes the batch, and no other thread knows it.
     */
    public final boolean runExclusively(CallBatch batch) {
        return run(batch, null, true);
    }

    private boolean run(CallBatch batch, Work work, boolean exclusive) {
        boolean hasMore = false;
        try {
            hasMore = claim(batch, work, exclusive);
        } catch (Throwable t) {
            uncaught.log(t);
        }
        if (!hasMore && work != null) {
            work.beginFlush();
        }
        return hasMore;
    }

    private boolean claim(CallBatch batch, Work work, boolean exclusive) {
        FlowQueue queue = work == null ? null : work.queue();
        boolean started = false;
        boolean hasMore = false;
        while (true) {
            if (isStopped()) {
                batch.reject(STOPPED);
                return false;
            }
            Call call = exclusive ? batch.claimExclusively() : batch.claim();
            if (call == null) {
                return false;
            }
            if (!started) {
                started = true;
                hasMore = batch.unclaimed() > 0;
                if (hasMore) {
                    slice.begin(othersWait(queue));
                    if (work != null && !batch.isSerial()) {
                        wakeHelper(work);
                    }
                }
            }
            try {
                runCall(call);
            } catch (Throwable t) {
                uncaught.log(t);
            }
            if (hasMore && othersWait(queue) && slice.isOver() && batch.unclaimed() > 0) {
                return true;
            }
        }
    }

    /** Runs one call that was claimed. Survives a call that throws: others must run, too. */
    public static void run(Call call, UncaughtLog uncaught) {
        try {
            call.run();
        } catch (Throwable t) {
            uncaught.log(t);
        }
    }

    /** Flushes the replies of the current thread. */
    public final void flush(CallBatch batch) {
        try {
            batch.flush();
        } catch (Throwable t) {
            uncaught.log(t);
        }
    }

    /** Rejects the remaining calls. */
    public final void reject(CallBatch batch, String reason) {
        try {
            batch.reject(reason);
        } catch (Throwable t) {
            uncaught.log(t);
        }
    }
}
