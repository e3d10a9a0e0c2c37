package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs each task on an executor that belongs to somebody else, so it is neither shut down nor awaited. */
public final class ExecutorThreads extends TaskThreads {
    /** Created in advance, because it may be needed when memory is exhausted. */
    private static final String REJECTED = String.valueOf("the executor rejected the call");

    private final Executor executor;

    /**
     * Prepares the selector threads.
     *
     * @param maxTasks how many tasks may wait or run in the executor, not counting {@linkplain
     *     io.grizzlythrift.strategy.internal.queue.FairQueue#spareThreads spare ones}
     */
    public ExecutorThreads(String serverName, int selectorThreads, int maxTasks, int queueCapacity, Executor executor) {
        super(serverName, selectorThreads, maxTasks, queueCapacity);
        this.executor = executor;
    }

    @Override
    void start(Runnable task) {
        executor.execute(task);
    }

    @Override
    String rejection(Throwable failure, UncaughtLog log) {
        if (!(failure instanceof RejectedExecutionException)) {
            log.log(failure);
        }
        return REJECTED;
    }

    @Override
    boolean othersWait(boolean waits) {
        return waits;
    }

    /** Does nothing: what waits is in the queue, and the next slice begins with it. */
    @Override
    void makeWay() {}
}
