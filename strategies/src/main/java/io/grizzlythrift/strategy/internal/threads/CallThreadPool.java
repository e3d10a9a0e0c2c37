package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FairQueue;
import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A pool of a fixed number of threads that run batches: a stack of idle threads, and a {@link FairQueue} for work that may not
 * start yet. While other flows wait, a thread runs one batch for at most a {@link
 * io.grizzlythrift.strategy.internal.queue.TimeSlice}, and at most three quarters of the threads begin work of one flow. A
 * flow alone gets all of them; {@linkplain FairQueue#spareThreads spare threads} then run the calls of flows that come
 * later.
 *
 * <p>All state, including that of {@link io.grizzlythrift.strategy.internal.queue.FlowState} and {@link Work}, is guarded by
 * one lock. {@link #stopped} is also volatile for reads without it. A thread either takes work from the queue or pushes
 * itself on the idle stack in one critical section, and a submitter either pops an idle thread or queues work in one
 * critical section: so work that may start is never queued while a thread is idle, except while {@link #waking} is set; the
 * woken thread then wakes the next one. When work ends, work of at most one thread more may start, and the thread that ran
 * it polls the queue in the same critical section.
 *
 * @param <T> the type of thread
 */
public final class CallThreadPool<T extends PoolThread> {
    /** The longest time that a thread runs one batch while others wait. A call that takes longer is not interrupted. */
    public static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Not a compile-time constant: that would be allocated on first use, when memory is exhausted. */
    private static final String NO_MEMORY = String.valueOf("no memory is left to queue the call");

    private final UncaughtLog uncaught;
    private final List<T> threads = new ArrayList<>();

    /**
     * Guards the fields below. Held for a few instructions; never while code of a connection or of the user runs.
     */
    private final Object lock = new Object();

    private final FairQueue<Work> queue;
    private final ArrayDeque<PoolThread> idle;

    /** Tasks that run before any batch and are never rejected. */
    private final ArrayDeque<Runnable> urgent = new ArrayDeque<>();

    /**
     * Whether a woken thread has not started its work yet. It wakes the next thread if more work is queued by then. If
     * each of many short batches woke a thread, most threads would find nothing to do.
     */
    private boolean waking;

    private volatile boolean stopped;

    /** Created in advance, because it may be needed when memory is exhausted. */
    private final Supplier<Work> drained = this::drain;

    /**
     * Creates and starts the threads.
     *
     * @param size how many threads may run calls at the same time, not counting spare ones
     * @param leaders how many threads do something else at any time, such as running a selector
     * @param queueCapacity how many reads may wait for a thread
     * @param uncaught logs exceptions thrown by batches
     * @param maker creates a thread without starting it
     * @throws OutOfMemoryError if a thread cannot be started; those already started are stopped
     */
    public CallThreadPool(
            int size, int leaders, int queueCapacity, UncaughtLog uncaught, Function<CallThreadPool<T>, T> maker) {
        this.uncaught = uncaught;
        queue = new FairQueue<>(queueCapacity, size);
        int all = size + FairQueue.spareThreads(size) + leaders;
        idle = new ArrayDeque<>(all + 1);
        for (int i = 0; i < all; i++) {
            threads.add(maker.apply(this));
        }
        try {
            threads.forEach(Thread::start);
        } catch (Error e) { // the system has no more threads
            shutdownNow();
            throw e;
        }
    }

    /** Runs a batch on an idle thread, queues it for the next free one, or rejects it. */
    public void submit(CallBatch batch) {
        String rejection;
        try {
            rejection = begin(new Work(batch));
        } catch (OutOfMemoryError e) {
            rejection = NO_MEMORY;
        }
        if (rejection != null) {
            batch.reject(rejection);
        }
    }

    /** Returns the reason if the work is rejected, or null if it was assigned or queued. */
    private String begin(Work work) {
        PoolThread thread = null;
        boolean rejected = false;
        synchronized (lock) {
            if (stopped) {
                return ClaimLoop.STOPPED;
            }
            boolean hasRoom = queue.hasRoomFor(work.queue());
            if (!idle.isEmpty() && queue.mayBegin(work.flow()) && !(waking && hasRoom)) {
                thread = wakeFor(work);
            } else if (hasRoom) {
                queue.add(work);
            } else {
                rejected = true;
            }
        }
        if (thread != null) {
            thread.assign(work);
        }
        return rejected ? queue.rejection(work.flow()) : null;
    }

    /** {@return what the queue holds now} */
    QueueState queueState() {
        synchronized (lock) {
            return queue.state();
        }
    }

    /** Assigns one more thread to a batch, now or when one becomes free, unless the batch is already queued. */
    void wakeHelper(Work work) {
        PoolThread thread = null;
        synchronized (lock) {
            if (stopped || work.isQueued()) {
                return;
            }
            if (!idle.isEmpty() && queue.mayBegin(work.flow()) && !waking) {
                thread = wakeFor(work);
            } else {
                queue.addFirst(work);
            }
        }
        if (thread != null) {
            thread.assign(work);
        }
    }

    boolean othersWait(FlowQueue of) {
        return queue.othersWait(of);
    }

    /** Sets how queued batches are served. Called before the first batch. */
    public void apply(QueuePolicy policy) {
        synchronized (lock) {
            queue.apply(policy.prioritized(), policy.overloadInterval());
        }
    }

    /** {@return whether more calls arrive than these threads can run} A hint. */
    public boolean isOverloaded(CallFlow flow) {
        return queue.isOverloaded(flow.queues());
    }

    /** Runs a task on an idle thread, or on the next free one before any batch. */
    public void submitUrgent(Runnable task) {
        PoolThread thread = null;
        synchronized (lock) {
            if (idle.isEmpty()) {
                urgent.add(task);
            } else {
                thread = takeIdle();
            }
        }
        if (thread != null) {
            thread.assign(task);
        }
    }

    /**
     * Counts work as started on the current thread, and takes an idle thread to replace the current one as leader.
     *
     * @return the idle thread, to which the caller must assign a task; null if none is idle, the work may not start yet or
     *     the pool has stopped; then the work is not started
     */
    public PoolThread replaceCurrent(Work work) {
        synchronized (lock) {
            if (stopped || idle.isEmpty() || !queue.mayBegin(work.flow())) {
                return null;
            }
            queue.begin(work);
            return takeIdle();
        }
    }

    private PoolThread wakeFor(Work work) {
        queue.begin(work);
        waking = true;
        return takeIdle();
    }

    /** Called by a woken thread before it starts its work: wakes another one if more work is queued. */
    private void wakeNext() {
        PoolThread thread = null;
        Work work = null;
        synchronized (lock) {
            waking = false;
            if (!stopped && !idle.isEmpty()) {
                work = queue.poll();
                if (work != null) {
                    waking = true;
                    thread = takeIdle();
                }
            }
        }
        if (thread != null) {
            thread.assign(work);
        }
    }

    /** Reverts {@link #replaceCurrent}: the current thread does not run the work after all. */
    public void undoBegin(Work work) {
        synchronized (lock) {
            queue.end(work, false);
        }
    }

    /** Pops an idle thread and marks it, so that it does not end before it has been assigned a task. */
    private PoolThread takeIdle() {
        PoolThread thread = idle.pop();
        thread.setTaken();
        return thread;
    }

    /**
     * Returns the next task of a thread: a {@link Work} or an urgent {@link Runnable}. Waits on the idle stack if there is
     * none. Returns null once the pool has stopped.
     *
     * @param finished the work that the thread has just run, or null
     * @param hasMore whether that work has calls left
     */
    Object next(PoolThread thread, Work finished, boolean hasMore) {
        synchronized (lock) {
            if (finished != null) {
                queue.end(finished, hasMore);
            }
            if (!stopped) {
                Object next = urgent.isEmpty() ? queue.poll() : urgent.poll();
                if (next != null) {
                    return next;
                }
                idle.push(thread);
            }
        }
        if (stopped) {
            rejectAll();
        }
        Object assigned = thread.awaitAssignment();
        if (assigned instanceof Work) {
            wakeNext();
        }
        return assigned;
    }

    private void rejectAll() {
        rejectAll(drained, ClaimLoop.STOPPED, uncaught);
    }

    /**
     * Rejects every queued batch, even if one of them throws.
     *
     * @param queued takes one batch out of the queue, or returns null if none is left
     */
    public static void rejectAll(Supplier<Work> queued, String reason, UncaughtLog uncaught) {
        for (Work work = queued.get(); work != null; work = queued.get()) {
            try {
                work.batch().reject(reason);
            } catch (Throwable t) {
                uncaught.log(t);
            }
        }
    }

    private Work drain() {
        synchronized (lock) {
            return queue.drain();
        }
    }

    /** Rejects the queued batches and all later ones. Running calls continue. */
    public void rejectWork() {
        synchronized (lock) {
            stopped = true;
            idle.clear();
        }
        rejectAll();
    }

    /** Interrupts running handlers and rejects queued batches. */
    public void shutdownNow() {
        synchronized (lock) {
            stopped = true;
            idle.clear();
        }
        for (Thread thread : threads) {
            thread.interrupt();
            LockSupport.unpark(thread);
        }
        rejectAll();
    }

    /** {@return whether the pool accepts no more work} */
    public boolean isStopped() {
        return stopped;
    }

    /** {@return whether the pool has stopped and all its threads have ended} */
    public boolean isTerminated() {
        return stopped && threads.stream().noneMatch(Thread::isAlive);
    }

    /** Waits until all threads have ended; returns false if one is still running after the timeout. */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        for (Thread thread : threads) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (millis > 0) {
                thread.join(millis);
            }
        }
        return isTerminated();
    }
}
