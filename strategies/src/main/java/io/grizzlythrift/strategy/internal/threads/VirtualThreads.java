package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FairQueue;
import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * Selector threads, and a bounded number of virtual threads, each for one batch or a part of it. A thread that has finished its
 * batch takes the next one from the queue, or ends. After a {@link io.grizzlythrift.strategy.internal.queue.TimeSlice} it
 * makes way for other virtual threads: they would otherwise wait for as long as it computes, as it does to decompress.
 *
 * <p>All state, including that of {@link io.grizzlythrift.strategy.internal.queue.FlowState} and {@link Work}, is guarded by
 * one lock, except for {@link #stopped}. Work is queued only if it may not start, and a thread ends only if no queued work
 * may start. Each is one critical section, so work never waits without a thread that will find it. {@link #stopped} is
 * volatile and set before the queue is drained under the lock, so no work queued meanwhile is missed. Up to JDK 23, a
 * virtual thread that waits for the lock pins its carrier; the lock is held for a few instructions.
 */
public final class VirtualThreads implements StrategyThreads {
    private static final String NO_THREAD = String.valueOf("no memory is left for a thread");

    private final SelectorThreadPool selectors;
    private final ThreadFactory factory;
    private final UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
    private final Object lock = new Object();
    private final FairQueue<Work> queue;
    private final Set<Thread> running = new HashSet<>();
    private volatile boolean stopped;

    /** Created in advance, because it may be needed when memory is exhausted. */
    private final Supplier<Work> drained = this::drain;

    /** Created in advance, for the same reason. */
    private final Supplier<Work> drainedWithoutThreads = this::drainWithoutThreads;

    /**
     * Prepares the threads, none of which has been started.
     *
     * @param maxThreads how many of them may run calls at the same time, not counting {@linkplain FairQueue#spareThreads
     *     spare ones}
     * @param factory creates virtual threads
     */
    public VirtualThreads(
            String serverName, int selectorThreads, int maxThreads, int queueCapacity, ThreadFactory factory) {
        this.factory = factory;
        selectors = SelectorThread.pool(serverName, selectorThreads);
        queue = new FairQueue<>(queueCapacity, maxThreads);
    }

    /** The task of one virtual thread. */
    private final class Runner extends ClaimLoop implements Runnable {
        private Work work;

        /** Whether this thread has run calls of the work before, and has woken a helper then. */
        private boolean continues;

        Runner(Work first) {
            super(CallThreadPool.SLICE_NANOS, System::nanoTime, uncaught);
            work = first;
        }

        @Override
        public void run() {
            while (work != null) {
                boolean hasMore = run(work.batch(), work);
                flush(work.batch());
                Thread.interrupted(); // a handler may have left an interrupt behind, which the next one must not see
                Work ran = work;
                work = next(ran, hasMore);
                continues = work == ran;
                if (continues) {
                    makeWay();
                }
            }
        }

        /**
         * Lets other virtual threads run: their scheduler never takes a processor away. A carrier turns to what other threads
         * have submitted only when its own queue is empty, and a thread that yields may stay in that queue; so two threads that
         * compute and yield keep a carrier for ever. Threads that only park for a moment all return through the queue of the
         * timer, which a carrier does not leave until it is empty. Both together gave other threads their turn after about one
         * slice of each thread that computes (JDK 25, 8 to 300 of them on 1 and 2 carriers).
         */
        @SuppressWarnings("ThreadPriorityCheck") // it is the scheduler of virtual threads that matters here
        private void makeWay() {
            // facts.md#a-virtual-thread-that-computes-keeps-its-carrier
            Thread.yield();
            LockSupport.parkNanos(1);
        }

        /** Assumes that other flows wait: a thread that waits for a processor is in no queue. */
        @Override
        protected boolean othersWait(FlowQueue of) {
            return true;
        }

        /** Not once for each slice: threads that compute would start more and more of them. */
        @Override
        protected void wakeHelper(Work helped) {
            if (!continues) {
                VirtualThreads.this.wakeHelper(helped);
            }
        }

        @Override
        protected boolean isStopped() {
            return stopped;
        }
    }

    @Override
    public void install(TCPNIOTransport transport) {
        selectors.install(transport, SameThreadIOStrategy.getInstance());
        transport.setSelectorHandler(new ArraySelectorHandler());
    }

    @Override
    public void execute(CallBatch batch) {
        String rejection = submit(new Work(batch));
        if (rejection != null) {
            batch.reject(rejection);
        }
    }

    /** Returns the reason if the work is rejected, or null if it was started or queued. */
    private String submit(Work work) {
        Thread thread; // created before it is known to be needed, because the lock must not be held meanwhile
        try {
            thread = factory.newThread(new Runner(work));
        } catch (OutOfMemoryError e) {
            return NO_THREAD;
        }
        boolean starts;
        synchronized (lock) {
            if (stopped) {
                return ClaimLoop.STOPPED;
            }
            starts = queue.mayBegin(work.flow());
            if (starts) {
                running.add(thread); // first, because it may fail for lack of memory
                queue.begin(work);
            } else if (queue.hasRoomFor(work.queue())) {
                queue.add(work);
                return null;
            }
        }
        if (!starts) {
            return queue.rejection(work.flow());
        }
        return start(thread, work) ? null : NO_THREAD;
    }

    /**
     * Returns false if there is no memory for the thread. Then the work that was queued meanwhile is rejected too, unless
     * another thread is left to find it.
     */
    private boolean start(Thread thread, Work work) {
        try {
            thread.start();
            return true;
        } catch (Throwable t) {
            uncaught.log(t);
            synchronized (lock) {
                running.remove(thread);
                queue.end(work, false);
                lock.notifyAll();
            }
            CallThreadPool.rejectAll(drainedWithoutThreads, NO_THREAD, uncaught);
            return false;
        }
    }

    /** Throws nothing: the calling thread has claimed a call, and runs all calls that no other thread runs. */
    private void wakeHelper(Work work) {
        try {
            startHelper(work);
        } catch (Throwable t) {
            uncaught.log(t);
        }
    }

    /** Starts one more thread for a batch, or lets the next free one help. */
    private void startHelper(Work work) {
        Thread thread = factory.newThread(new Runner(work));
        synchronized (lock) {
            if (stopped || work.isQueued()) {
                return;
            }
            if (!queue.mayBegin(work.flow())) {
                queue.addFirst(work);
                return;
            }
            running.add(thread);
            queue.begin(work);
        }
        start(thread, work);
    }

    /** Returns what the current thread runs next; null if it ends. */
    private Work next(Work finished, boolean hasMore) {
        synchronized (lock) {
            queue.end(finished, hasMore);
            if (!stopped) {
                Work next = queue.poll();
                if (next == null) {
                    ended();
                }
                return next;
            }
        }
        rejectWork(); // what is still queued
        synchronized (lock) {
            ended();
        }
        return null;
    }

    private void ended() {
        running.remove(Thread.currentThread());
        lock.notifyAll();
    }

    @Override
    public boolean apply(QueuePolicy policy) {
        synchronized (lock) {
            queue.apply(policy.prioritized(), policy.overloadInterval());
        }
        return true;
    }

    @Override
    public boolean isOverloaded(CallFlow flow) {
        return queue.isOverloaded(flow.queues());
    }

    @Override
    public void rejectWork() {
        stopped = true;
        CallThreadPool.rejectAll(drained, ClaimLoop.STOPPED, uncaught);
    }

    private Work drain() {
        synchronized (lock) {
            return queue.drain();
        }
    }

    private Work drainWithoutThreads() {
        synchronized (lock) {
            return running.isEmpty() ? queue.drain() : null;
        }
    }

    @Override
    public void shutdownNow() {
        selectors.shutdownNow();
        rejectWork();
        Thread[] interrupted;
        synchronized (lock) {
            interrupted = running.toArray(Thread[]::new);
        }
        for (Thread thread : interrupted) {
            thread.interrupt();
        }
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (lock) {
            while (!running.isEmpty()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(lock, left);
            }
        }
        return selectors.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
