package io.grizzlythrift.client.internal.io;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor whose threads end after {@value #IDLE_SECONDS} idle seconds. No task is lost, not even at shutdown. */
final class OnDemandExecutor {
    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor pool;

    OnDemandExecutor(int threads, ThreadFactory factory) {
        pool = new ThreadPoolExecutor(
                threads, threads, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
    }

    /** Sets the maximum number of threads. Threads above it end once they are idle. */
    void resize(int threads) {
        int before = pool.getMaximumPoolSize();
        if (threads > before) {
            pool.setMaximumPoolSize(threads);
            pool.setCorePoolSize(threads);
        } else if (threads < before) {
            pool.setCorePoolSize(threads);
            pool.setMaximumPoolSize(threads);
        }
    }

    /** Runs a task on a thread of the pool; on the current thread after {@link #shutdown}. */
    void run(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Runs a task on a thread of the pool; on a new thread after {@link #shutdown}. */
    void runDetached(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            pool.getThreadFactory().newThread(task).start();
        }
    }

    /**
     * Lets the threads end once all tasks have run. If the pool has no thread, queued tasks run on the current thread: the pool
     * would lose them if it were shut down just before another caller starts its first thread.
     */
    void shutdown() {
        // facts.md#threadpoolexecutor-forgets-tasks-at-shutdown
        pool.shutdown();
        while (pool.getPoolSize() == 0) {
            Runnable forgotten = pool.getQueue().poll();
            if (forgotten == null) {
                return;
            }
            forgotten.run();
        }
    }

    /** Waits for the threads to end, at most this long. */
    void awaitEnd(long millis) throws InterruptedException {
        pool.awaitTermination(millis, TimeUnit.MILLISECONDS);
    }
}
