package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs each task on a new virtual thread. After a {@link io.grizzlythrift.strategy.internal.queue.TimeSlice} it makes way for
 * other virtual threads: they would otherwise wait for as long as it computes, as it does to decompress.
 */
public final class VirtualThreads extends TaskThreads {
    private static final String NO_THREAD = String.valueOf("no memory is left for a thread");

    private final ThreadFactory factory;

    /**
     * Prepares the threads, none of which has been started.
     *
     * @param maxThreads how many of them may run calls at the same time, not counting {@linkplain
     *     io.grizzlythrift.strategy.internal.queue.FairQueue#spareThreads spare ones}
     * @param factory creates virtual threads
     */
    public VirtualThreads(
            String serverName, int selectorThreads, int maxThreads, int queueCapacity, ThreadFactory factory) {
        super(serverName, selectorThreads, maxThreads, queueCapacity);
        this.factory = factory;
    }

    @Override
    void start(Runnable task) {
        factory.newThread(task).start();
    }

    @Override
    String rejection(Throwable failure, UncaughtLog log) {
        log.log(failure);
        return NO_THREAD;
    }

    /** Assumes that other flows wait: a thread that waits for a processor is in no queue. */
    @Override
    boolean othersWait(boolean waits) {
        return true;
    }

    /**
     * Lets other virtual threads run: their scheduler never takes a processor away. A carrier turns to what other threads
     * have submitted only when its own queue is empty, and a thread that yields may stay in that queue; so two threads that
     * compute and yield keep a carrier for ever. Threads that only park for a moment all return through the queue of the
     * timer, which a carrier does not leave until it is empty. Both together gave other threads their turn after about one
     * slice of each thread that computes (JDK 25, 8 to 300 of them on 1 and 2 carriers).
     */
    @Override
    @SuppressWarnings("ThreadPriorityCheck") // it is the scheduler of virtual threads that matters here
    void makeWay() {
        // facts.md#a-virtual-thread-that-computes-keeps-its-carrier
        Thread.yield();
        LockSupport.parkNanos(1);
    }
}
