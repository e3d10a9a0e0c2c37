package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.util.IntrusiveSet;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the listeners of cancelled calls of one server on one daemon thread, because a listener may block and the thread
 * that detects a cancellation reads connections. The thread ends when it has been idle. Counts the cancelled calls.
 * Thread-safe.
 *
 * <p>The queue needs no separate bound: each call in flight enters it at most once, with all its listeners, leaves it when
 * it ends, and the number of calls in flight is bounded. Listeners that are added to a cancelled call do not enter it.
 */
public final class CancelCallbacks implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CancelCallbacks.class);
    private static final long IDLE_SECONDS = 5;

    /** Runs the listeners of one call. */
    abstract static class Task extends IntrusiveSet.Member {
        abstract void runListeners();
    }

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final Runnable count;
    private final ThreadPoolExecutor thread;

    /** Those of cancelled calls whose listeners have not begun. */
    private final IntrusiveSet<Task> waiting = new IntrusiveSet<>();

    /** Whether the thread runs, or is about to run, the waiting listeners. */
    private final AtomicBoolean running = new AtomicBoolean();

    /**
     * Creates the runner without starting its thread.
     *
     * @param serverName the prefix of the thread's name
     * @param count counts one cancelled call
     */
    public CancelCallbacks(String serverName, Runnable count) {
        this.count = count;
        thread = new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread made = new Thread(task, serverName + "-cancel-callbacks");
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /** Counts a cancelled call. Throws nothing: a count that is one too low is better than a call that runs on. */
    @SuppressWarnings("EmptyCatch")
    public void count() {
        try {
            count.run();
        } catch (Throwable noMemoryToCount) {
            // The call is cancelled all the same.
        }
    }

    /** Runs the listeners of a cancelled call, unless it ends before. Throws nothing. */
    void add(Task cancelled) {
        waiting.add(cancelled);
        runWaiting();
    }

    /** Forgets the listeners of a call that has ended. */
    void remove(Task ended) {
        waiting.remove(ended);
    }

    private void runWaiting() {
        if (!running.compareAndSet(false, true)) {
            return;
        }
        boolean accepted = false;
        try {
            thread.execute(this::runAll);
            accepted = true;
        } catch (RejectedExecutionException e) {
            LOG.debug("the server has stopped: listeners of a cancelled call do not run");
        } catch (Throwable t) { // no memory for a thread
            failed(t);
        } finally {
            if (!accepted) {
                running.set(false);
            }
        }
    }

    private void runAll() {
        do {
            for (Task next = waiting.poll(); next != null; next = waiting.poll()) {
                try {
                    next.runListeners();
                } catch (Throwable t) { // out of memory: others may still run
                    failed(t);
                }
            }
            running.set(false);
        } while (!waiting.isEmpty() && running.compareAndSet(false, true)); // added since the last look
    }

    /** Logs an exception of a listener. Throws nothing. */
    @SuppressWarnings("EmptyCatch") // running the other listeners is more important
    void failed(Throwable thrown) {
        try {
            failureLog.log(suppressed ->
                    LOG.error("a listener of a cancelled call failed{}", LogLimiter.suffix(suppressed), thrown));
        } catch (Throwable noMemoryToLog) {
            // The other listeners still run.
        }
    }

    /** Lets the thread end once it has run the queued listeners. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
