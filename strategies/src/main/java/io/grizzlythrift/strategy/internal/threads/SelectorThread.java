package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FairQueue;
import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.nio.SelectorRunner;
import org.glassfish.grizzly.threadpool.DefaultWorkerThread;

/**
 * A thread that runs a selector and may run calls as well. It may defer the flush of a batch until it has served all ready
 * connections of the current selection: the replies then leave back to back, and a peer that waits for several of them is
 * woken once instead of several times.
 *
 * <p>A batch that takes longer than a {@link io.grizzlythrift.strategy.internal.queue.TimeSlice} is deferred as well. After
 * each selection the thread runs one slice of one deferred batch, in the order of a {@link FairQueue}. So a connection with
 * little load waits for about one slice. Later batches of the same flow queue up behind the deferred one.
 *
 * <p>Holds Grizzly's per-thread caches but no Grizzly memory pool: each read then gets an exactly sized array, so a
 * handler that retains a slice of it keeps only that read alive, not a shared 64 KiB pool array.
 *
 * <p>Another thread may take over its selector while it runs calls, if it has a {@link SelectorLease}.
 *
 * <p>All methods except {@link #pool}, and all fields, are confined to the thread itself.
 */
public final class SelectorThread extends DefaultWorkerThread {
    /** The longest time that a batch runs without a pause. A call that takes longer is not interrupted. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** The longest time that a flush is deferred, checked when the next batch has run. */
    private static final long MAX_DELAY_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final List<CallBatch> unflushed = new ArrayList<>();
    private long firstDeferredNanos;

    /**
     * Ready connections of this selection whose batch has not arrived; 0 outside of a selection. Stays 0 if the transport
     * has a selector handler, set by a user, that does not notify this thread.
     */
    private int pendingConnections;

    /** Whether the selector handler notifies this thread of selections, so that work can be deferred. */
    private boolean isNotified;

    /** Batches that were paused at the end of a slice, and later batches of the same flows. */
    private final FairQueue<Work> deferred = new FairQueue<>(Integer.MAX_VALUE, Integer.MAX_VALUE);

    private final ClaimLoop claimLoop;
    private BooleanSupplier stopped = () -> false;

    /** Created on first use; null before, and with strategies that never use it. */
    private InlineCalls inlineCalls;

    /** Of the selector that this thread runs; null if it runs none. */
    private SelectorLease lease;

    SelectorThread(String name, Runnable task, UncaughtLog uncaught) {
        super(Grizzly.DEFAULT_ATTRIBUTE_BUILDER, name, null, task);
        claimLoop = new ClaimLoop(SLICE_NANOS, System::nanoTime, uncaught) {
            /** Assumes that other flows wait: which connections are ready is not known before the next select. */
            @Override
            protected boolean othersWait(FlowQueue queue) {
                return isNotified;
            }

            @Override
            protected boolean isStopped() {
                return stopped.getAsBoolean();
            }
        };
        setDaemon(true);
        setUncaughtExceptionHandler(uncaught);
    }

    /** Creates a pool of one thread per selector, named {@code SERVER-selector-N}. */
    public static SelectorThreadPool pool(String serverName, int count) {
        AtomicInteger number = new AtomicInteger();
        UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
        return new SelectorThreadPool(
                count,
                task -> new SelectorThread(serverName + "-selector-" + number.incrementAndGet(), task, uncaught),
                runner -> runSelector(runner, uncaught));
    }

    /** Runs a selector on the current thread until it is stopped. */
    static void runSelector(SelectorRunner runner, UncaughtLog uncaught) {
        lead(runner, owns -> SelectorLoop.run(runner, owns, uncaught));
    }

    /** Runs a selector that another thread has lost on the current thread, until it is stopped. */
    static void resume(SelectorRunner runner, UncaughtLog uncaught) {
        lead(runner, owns -> SelectorLoop.resume(runner, owns, uncaught));
    }

    private static void lead(SelectorRunner runner, Consumer<BooleanSupplier> loop) {
        SelectorLease lease = new SelectorLease(runner);
        if (Thread.currentThread() instanceof SelectorThread thread) {
            thread.lease = lease;
            loop.accept(() -> !lease.isTaken());
            thread.endLease();
        } else {
            loop.accept(() -> true);
        }
    }

    private void endLease() {
        lease = null;
        rejectDeferred();
        if (inlineCalls != null) {
            inlineCalls.close();
            inlineCalls = null;
        }
    }

    /** {@return the lease of the selector that this thread runs; null if it runs none} */
    public SelectorLease lease() {
        return lease;
    }

    /** Called after each select with the number of ready connections. */
    void selected(int ready) {
        pendingConnections = ready;
    }

    /** Runs a batch, or defers it or the rest of it. */
    public void execute(CallBatch batch, BooleanSupplier isStopped) {
        stopped = isStopped;
        if (isNotified && !deferred.isEmpty() && !batch.flow().queues().normal().isEmpty()) {
            deferred.add(new Work(batch));
            connectionServed();
        } else if (claimLoop.runExclusively(batch)) {
            defer(batch);
            flushNow(batch);
        } else {
            deferFlush(batch);
        }
    }

    /** Flushes a batch that another thread, or this one later, will continue, and all batches whose flush was deferred. */
    public void flushNow(CallBatch batch) {
        flushAll();
        claimLoop.flush(batch);
        connectionServed();
    }

    /** Queues the batch behind other flows, but ahead of later batches of its own flow. */
    private void defer(CallBatch batch) {
        Work work = new Work(batch);
        deferred.begin(work);
        deferred.end(work, true);
    }

    /** Returns the object that runs quick calls on this thread; creates it on first use. */
    public InlineCalls inlineCalls(Supplier<InlineCalls> maker) {
        if (inlineCalls == null) {
            inlineCalls = maker.get();
        }
        return inlineCalls;
    }

    /** A ready connection of this selection has been served. */
    public void connectionServed() {
        pendingConnections = Math.max(0, pendingConnections - 1);
    }

    /**
     * Flushes a batch after the other ready connections have been served, or now if none are left or a flush has been
     * deferred for too long.
     */
    public void deferFlush(CallBatch batch) {
        long now = System.nanoTime();
        if (unflushed.isEmpty()) {
            firstDeferredNanos = now;
        }
        unflushed.add(batch);
        connectionServed();
        if (pendingConnections == 0 || now - firstDeferredNanos > MAX_DELAY_NANOS) {
            flushAll();
        } else {
            batch.flushLater();
        }
    }

    /** Called before each select: flushes all batches and runs one slice of a deferred batch. */
    void beforeSelect() {
        isNotified = true;
        pendingConnections = 0;
        flushAll();
        Work work = deferred.poll();
        if (work != null) {
            boolean hasMore = claimLoop.run(work.batch(), null);
            claimLoop.flush(work.batch());
            deferred.end(work, hasMore);
        }
    }

    /** Whether a batch is deferred, so that the next select must not block. */
    boolean hasDeferred() {
        return !deferred.isEmpty();
    }

    private void rejectDeferred() {
        isNotified = false;
        for (Work work = deferred.drain(); work != null; work = deferred.drain()) {
            claimLoop.reject(work.batch(), ClaimLoop.STOPPED);
        }
        flushAll();
    }

    /** A flush may execute other batches, which flushes again: then nothing is left to do here. */
    private void flushAll() {
        for (int i = 0; i < unflushed.size(); i++) {
            claimLoop.flush(unflushed.get(i));
        }
        unflushed.clear();
    }
}
