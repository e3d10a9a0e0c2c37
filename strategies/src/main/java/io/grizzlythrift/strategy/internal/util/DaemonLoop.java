package io.grizzlythrift.strategy.internal.util;

import java.util.concurrent.locks.LockSupport;

/**
 * A daemon thread that runs a step repeatedly and parks in between. Only {@link #close} ends it: an exception from a step is
 * logged, and the next step follows. Between two steps it allocates nothing, so a full heap does not end it either.
 *
 * <p>No {@link #wake} is lost. A wake before the thread parks leaves its permit, and the next park returns at once. A step that
 * itself parks, such as one that waits for a lock or for a reply, may use up the permit, so a flag records that a wake has
 * arrived since the step began.
 */
public final class DaemonLoop implements AutoCloseable {
    /** Returned by a step to park until {@link #wake}. */
    public static final long UNTIL_WOKEN = Long.MAX_VALUE;

    /** One iteration. */
    @FunctionalInterface
    public interface Step {
        /** {@return how long to park in nanoseconds, or {@link #UNTIL_WOKEN}} */
        long run();
    }

    private final Step step;
    private final long retryNanos;
    private final FailureLog failureLog;
    private final Thread thread;
    private volatile boolean closed;

    /** Whether a wake has arrived since the last step began. */
    private volatile boolean woken;

    /**
     * Creates a loop that does not run until {@link #start}.
     *
     * @param threadName the name of the thread
     * @param step runs on that thread only
     * @param retryNanos how long to park after a step that threw, in nanoseconds
     * @param failureLog receives the exceptions of steps; used by this loop alone
     */
    public DaemonLoop(String threadName, Step step, long retryNanos, FailureLog failureLog) {
        this.step = step;
        this.retryNanos = retryNanos;
        this.failureLog = failureLog;
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    /** Starts the thread. Call it once. */
    public void start() {
        thread.start();
    }

    private void run() {
        while (!closed) {
            failureLog.logPending();
            woken = false;
            long nanos;
            try {
                nanos = step.run();
            } catch (Throwable t) {
                failureLog.record(t);
                nanos = retryNanos;
            }
            // facts.md#a-step-that-parks-takes-the-permit
            if (woken) {
                continue;
            }
            if (nanos == UNTIL_WOKEN) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
    }

    /** Runs the next step as soon as possible. Any thread. */
    public void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /** Ends the thread after the current step. Does not wait for it. Any thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** {@return the thread of this loop} */
    public Thread thread() {
        return thread;
    }
}
