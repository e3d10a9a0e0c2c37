package io.grizzlythrift.strategy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A fixed number of threads that run batches, the idle ones on a stack, and a {@link FairQueue} for when none is idle. A
 * thread works on one batch for a {@link TimeSlice} at most while other flows wait; of a flow's batches, three quarters of
 * the threads run calls at a time.
 *
 * @param <T> the kind of thread
 */
final class CallThreads<T extends CallThread> {
    /** How long a thread works on a batch while others wait. A call that takes longer is not stopped. */
    static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Not a compile-time constant: that would be allocated on first use, when there is no memory. */
    private static final String NO_MEMORY = String.valueOf("there is no memory to queue it");

    private final int queueCapacity;
    private final Uncaught uncaught;
    private final List<T> threads = new ArrayList<>();

    /**
     * Guards the fields below. Held for a few instructions, never while anything of a connection or of the user runs, and
     * never while memory is taken.
     */
    private final Object lock = new Object();

    private final FairQueue queue;
    private final ArrayDeque<CallThread> idle;

    /** What goes before any batch, and is never rejected. */
    private final ArrayDeque<Runnable> urgent = new ArrayDeque<>();

    /**
     * Whether a thread was given work and has not begun it. It wakes the next one if there is more by then: of threads
     * woken for each of many short batches most would find nothing.
     */
    private boolean waking;

    private volatile boolean stopped;

    /**
     * Starts the threads.
     *
     * @param size how many there are
     * @param runners how many of them may run calls at a time
     * @param uncaught logs what batches throw
     * @param maker makes a thread that is not started
     */
    CallThreads(int size, int runners, int queueCapacity, Uncaught uncaught, Function<CallThreads<T>, T> maker) {
        this.queueCapacity = queueCapacity;
        this.uncaught = uncaught;
        queue = new FairQueue(queueCapacity, Math.max(1, runners - runners / 4));
        idle = new ArrayDeque<>(size + 1);
        for (int i = 0; i < size; i++) {
            threads.add(maker.apply(this));
        }
        try {
            threads.forEach(Thread::start);
        } catch (Error e) { // no more threads to be had
            shutdownNow();
            throw e;
        }
    }

    /** Has a batch run by an idle thread now, or by one that becomes free when it is its turn, or refuses it. */
    void submit(CallBatch batch) {
        String refusal;
        try {
            refusal = begin(new Work(batch));
        } catch (OutOfMemoryError e) {
            refusal = NO_MEMORY;
        }
        if (refusal != null) {
            batch.refuse(refusal);
        }
    }

    /** Returns why the work is refused, or null if it is not. */
    private String begin(Work work) {
        CallThread thread = null;
        boolean refused = false;
        synchronized (lock) {
            if (stopped) {
                return Slices.STOPPED;
            }
            boolean hasRoom = queue.hasRoomFor(work.flow);
            if (!idle.isEmpty() && queue.mayBegin(work.flow) && !(waking && hasRoom)) {
                thread = wakeFor(work);
            } else if (hasRoom) {
                queue.add(work);
            } else {
                refused = true;
            }
        }
        if (thread != null) {
            thread.assign(work);
        }
        return refused ? refusal(work.flow) : null;
    }

    /** What is read without the lock may have changed: it is for the peer to read. */
    private String refusal(CallFlow flow) {
        return queue.waitingReads() + " reads wait for a thread, " + flow.waitingReads
                + " of them of this connection; queueCapacity is " + queueCapacity;
    }

    /** Has one more thread work on a batch, now or when one becomes free, unless that is so already. */
    void wakeHelper(Work work) {
        CallThread thread = null;
        synchronized (lock) {
            if (stopped || work.isQueued) {
                return;
            }
            if (!idle.isEmpty() && queue.mayBegin(work.flow) && !waking) {
                thread = wakeFor(work);
            } else {
                queue.addFirst(work);
            }
        }
        if (thread != null) {
            thread.assign(work);
        }
    }

    boolean othersWait(CallFlow flow) {
        return queue.othersWait(flow);
    }

    /** Has something done by the next thread that is free, before any batch. */
    void submitUrgent(Runnable task) {
        CallThread thread = null;
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
     * Begins work on the current thread, and has an idle thread go on with what the current one does otherwise.
     *
     * @return that thread, which must be assigned something; null, and nothing is begun, if there is none or the flow has
     *     all the threads that it may have
     */
    CallThread exchange(Work work) {
        synchronized (lock) {
            if (stopped || idle.isEmpty() || !queue.mayBegin(work.flow)) {
                return null;
            }
            queue.begin(work);
            return takeIdle();
        }
    }

    private CallThread wakeFor(Work work) {
        queue.begin(work);
        waking = true;
        return takeIdle();
    }

    /** A thread that was woken for work begins it. If more waits, it wakes another one. */
    private void woken() {
        CallThread thread = null;
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

    /** The current thread does not run what it has begun. */
    void giveBack(Work work) {
        synchronized (lock) {
            queue.end(work, false);
        }
    }

    /** The thread does not see the end of the pool before it was assigned something. */
    private CallThread takeIdle() {
        CallThread thread = idle.pop();
        thread.setTaken();
        return thread;
    }

    /**
     * What a thread does next: work, or something urgent, or wait on the idle stack. Null once the threads are stopped.
     *
     * @param done what it has done before, or null
     * @param left whether there are calls left of that
     */
    Object next(CallThread thread, Work done, boolean left) {
        synchronized (lock) {
            if (done != null) {
                queue.end(done, left);
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
            refuseAll();
        }
        Object assigned = thread.awaitAssignment();
        if (assigned instanceof Work) {
            woken();
        }
        return assigned;
    }

    /** Refuses every batch that waits, whatever one of them throws. */
    private void refuseAll() {
        for (Work work = drain(); work != null; work = drain()) {
            try {
                work.batch.refuse(Slices.STOPPED);
            } catch (Throwable t) {
                uncaught.survived(t);
            }
        }
    }

    private Work drain() {
        synchronized (lock) {
            return queue.drain();
        }
    }

    /** Interrupts handlers that run, and refuses what waits. */
    void shutdownNow() {
        synchronized (lock) {
            stopped = true;
            idle.clear();
        }
        for (Thread thread : threads) {
            thread.interrupt();
            LockSupport.unpark(thread);
        }
        refuseAll();
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isTerminated() {
        return stopped && threads.stream().noneMatch(Thread::isAlive);
    }

    boolean awaitTermination(Duration timeout) throws InterruptedException {
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
