package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;

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

    /**
     * Checks that an executor says so when it does not run a task, as far as that can be seen.
     *
     * @throws IllegalArgumentException if it drops tasks without an exception
     */
    public static void requireNoDiscard(Executor executor) {
        if (executor instanceof ThreadPoolExecutor pool) {
            RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
            if (handler instanceof ThreadPoolExecutor.DiscardPolicy
                    || handler instanceof ThreadPoolExecutor.DiscardOldestPolicy) {
                throw new IllegalArgumentException("executor drops tasks: its handler is "
                        + handler.getClass().getSimpleName()
                        + "; use an AbortPolicy, so that the calls of a rejected task get replies");
            }
        }
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
