package io.grizzlythrift.strategy;

import io.grizzlythrift.selector.SelectorLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread that selects, and that may run calls as well. It may put off the flush of batches it ran to the end of the
 * round of ready connections: their replies then leave back to back. A peer that waits for several of them is woken once
 * instead of once each.
 *
 * <p>A batch that takes longer than a {@link TimeSlice} is put off as well: it goes on after the round, one slice of one
 * batch in each, in turns by flow. So a connection with little to do waits for about one slice. What else arrives of a
 * flow waits behind its batch.
 */
final class SelectorThread extends DefaultWorkerThread {
    /** How long a batch runs at a time. A call that takes longer is not stopped. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** How long a flush is put off at most, once the next batch has run. */
    private static final long MAX_DELAY_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final List<CallBatch> unflushed = new ArrayList<>();
    private long oldest;

    /**
     * Ready connections of this round that have brought no batch yet; 0 outside of a round, and always if the selector
     * does not tell of rounds: a user may have given the transport a handler that does not.
     */
    private int toCome;

    /** Whether rounds are told of, so that something can be put off to the end of one. */
    private boolean hasRounds;

    /** Batches that were left at the end of a slice, and what arrived behind them. All are of one thread. */
    private final FairQueue deferred = new FairQueue(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final Slices slices;
    private BooleanSupplier stopped = () -> false;

    SelectorThread(String name, Runnable task, Uncaught uncaught) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, task);
        slices = new Slices(SLICE_NANOS, System::nanoTime, uncaught) {
            /** Which connections are ready is not known before the next select. */
            @Override
            boolean othersWait(CallFlow flow) {
                return hasRounds;
            }

            @Override
            void wakeHelper(Work work) {
                throw new IllegalStateException("a selector thread has no helpers");
            }

            @Override
            boolean isStopped() {
                return stopped.getAsBoolean();
            }
        };
        setDaemon(true);
    }

    /** Runs a selector on the current thread until it is stopped. */
    static void runSelector(SelectorRunner runner, Uncaught uncaught) {
        SelectorLoop.run(runner, () -> true, uncaught);
        if (Thread.currentThread() instanceof SelectorThread thread) {
            thread.refuseDeferred();
        }
    }

    /** Begins a round, in which so many connections are ready. Only for the thread itself. */
    void beginRound(int ready) {
        toCome = ready;
    }

    /** Runs a batch, or puts it off or a part of it. Only for the thread itself. */
    void execute(CallBatch batch, BooleanSupplier isStopped) {
        stopped = isStopped;
        CallFlow flow = batch.flow();
        if (hasRounds && flow.head != null) {
            deferred.add(new Work(batch));
            comes();
        } else if (slices.run(batch, null)) {
            defer(batch);
            flushAll();
            slices.flush(batch);
            comes();
        } else {
            flushLater(batch);
        }
    }

    /** As if it had been taken from the queue: the batch goes behind other flows, and before what it has waiting. */
    private void defer(CallBatch batch) {
        Work work = new Work(batch);
        deferred.begin(work);
        deferred.end(work, true);
    }

    private void comes() {
        toCome = Math.max(0, toCome - 1);
    }

    /**
     * Flushes a batch at the end of the round, or now if no other connection is ready or others have waited long. Only
     * for the thread itself.
     */
    void flushLater(CallBatch batch) {
        long now = System.nanoTime();
        if (unflushed.isEmpty()) {
            oldest = now;
        }
        unflushed.add(batch);
        comes();
        if (toCome == 0 || now - oldest > MAX_DELAY_NANOS) {
            flushAll();
        } else {
            batch.flushLater();
        }
    }

    /** Ends a round, and runs a slice of what was put off. Only for the thread itself. */
    void endRound() {
        hasRounds = true;
        toCome = 0;
        flushAll();
        Work work = deferred.poll();
        if (work != null) {
            boolean left = slices.run(work.batch, null);
            slices.flush(work.batch);
            deferred.end(work, left);
        }
    }

    /** Whether there is something to be run after the next round, which must not wait then. */
    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    private void refuseDeferred() {
        hasRounds = false;
        for (Work work = deferred.drain(); work != null; work = deferred.drain()) {
            slices.refuse(work.batch, Slices.STOPPED);
        }
        flushAll();
    }

    private void flushAll() {
        for (CallBatch batch : unflushed) {
            slices.flush(batch);
        }
        unflushed.clear();
    }
}
