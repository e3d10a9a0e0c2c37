package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Threads that take over selectors from threads that a call blocks. They are started when they are needed, and kept. A selector is
 * left to a blocked thread only if no thread can be started, until the next check.
 *
 * <p>The number of blocked threads has a bound: {@link #mayRunCalls} returns false if one more for each selector would exceed
 * it, so selector threads then run no calls.
 */
public final class SelectorTakeover implements SelectorMonitor.Overrun {
    private final int selectors;
    private final int maxBlocked;
    private final ThreadPoolExecutor threads;
    private final UncaughtLog uncaught;
    private final LongSupplier clock;
    private final Consumer<CallBatch> remaining;

    /** Threads that have lost their selector and still run calls. */
    private final AtomicInteger blocked = new AtomicInteger();

    /**
     * Prepares the threads, none of which is started.
     *
     * @param maxBlocked how many threads may be blocked at a time; at least {@code selectors}
     * @param factory creates a {@link SelectorThread}
     * @param remaining gets batches whose thread is blocked
     */
    public SelectorTakeover(
            int selectors,
            int maxBlocked,
            ThreadFactory factory,
            UncaughtLog uncaught,
            LongSupplier clock,
            Consumer<CallBatch> remaining) {
        this.selectors = selectors;
        this.maxBlocked = maxBlocked;
        this.uncaught = uncaught;
        this.clock = clock;
        this.remaining = remaining;
        threads = new ThreadPoolExecutor(
                0, selectors + maxBlocked, Long.MAX_VALUE, TimeUnit.NANOSECONDS, new SynchronousQueue<>(), factory);
    }

    /** {@return whether a thread is left for each selector, so that calls may run on selector threads} */
    public boolean mayRunCalls() {
        return blocked.get() <= maxBlocked - selectors;
    }

    /** A thread that has lost its selector has ended its calls. Called by that thread. */
    public void returned() {
        blocked.decrementAndGet();
    }

    @Override
    @SuppressWarnings("EmptyCatch") // the next check tries again
    public void takeOver(SelectorLease lease, long running, long nanos) {
        try {
            threads.execute(() -> lead(lease, running, nanos));
        } catch (RejectedExecutionException e) {
            // The server has stopped.
        }
    }

    private void lead(SelectorLease lease, long running, long nanos) {
        if (!lease.take(running)) {
            return; // the calls have just ended
        }
        blocked.incrementAndGet();
        try {
            lease.pace().tooSlow(nanos, clock.getAsLong());
            submitRest(lease);
        } catch (Throwable t) {
            uncaught.log(t);
        }
        SelectorThread.resume(lease.runner(), uncaught);
    }

    /** The thread that runs a serial batch submits the rest of it itself. */
    private void submitRest(SelectorLease lease) {
        CallBatch batch = lease.batch();
        if (!batch.isSerial() && batch.unclaimed() > 0) {
            remaining.accept(batch);
        }
        for (batch = lease.nextDeferred(); batch != null; batch = lease.nextDeferred()) {
            remaining.accept(batch);
        }
    }

    /** Interrupts the threads. */
    public void shutdownNow() {
        threads.shutdownNow();
    }

    /** Waits until the threads have ended; returns false if one still runs after that time. */
    public boolean awaitTermination(long nanos) throws InterruptedException {
        return threads.awaitTermination(nanos, TimeUnit.NANOSECONDS);
    }
}
