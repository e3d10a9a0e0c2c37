package io.grizzlythrift.strategy.internal.util;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a task on a thread of its own while the caller waits. For tasks in which Grizzly leaves caches in thread-locals: a
 * thread of a container would keep them, and with them the class loader of an application that has ended.
 */
public final class ShortLivedThread {
    private ShortLivedThread() {}

    /**
     * Runs a task and waits for its end, even if the calling thread is interrupted, which stays so.
     *
     * @param name the name of the thread
     * @param longest how long to wait; then the task continues alone. It may wait for a lock that the caller holds
     * @param task throws its exceptions to the caller
     */
    public static void run(String name, Duration longest, Runnable task) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        // facts.md#grizzly-leaves-thread-locals-behind
        Thread thread = new Thread(null, () -> run(task, end), name, 0, false);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError e) { // the system has no thread left
            run(task, end);
        }
        await(end, longest);
    }

    private static void run(Runnable task, CompletableFuture<Void> end) {
        try {
            task.run();
            end.complete(null);
        } catch (Throwable t) {
            end.completeExceptionally(t);
        }
    }

    private static void await(CompletableFuture<Void> end, Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    end.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (TimeoutException e) {
            return;
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException exception ? exception : new CompletionException(thrown);
    }
}
