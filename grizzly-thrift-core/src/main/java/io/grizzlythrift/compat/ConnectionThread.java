package io.grizzlythrift.compat;

import io.grizzlythrift.strategy.internal.threads.ClaimLoop;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything of one connection on one thread of a pool: opens it, runs its batches one after the other, and closes
 * it. Occupies the thread until the connection has closed and its last call has ended, or the server has stopped. A lock
 * guards all that changes; no batch is run or rejected while it is held.
 */
final class ConnectionThread implements Runnable {
    /** What the thread does before the first batch and after the last one. */
    interface Owner {
        /** Called before the first batch. Does not throw: if it fails, the owner closes the connection. */
        void opened();

        /** Called after the last batch, if {@link #opened} was called. Does not throw. */
        void closed();
    }

    private final Owner owner;
    private final Runnable whenEnded;
    private final UncaughtLog uncaught;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<CallBatch> waiting = new ArrayDeque<>();

    /** The thread that submits this task, until that is done: it must not run it. */
    private volatile @Nullable Thread submitter = Thread.currentThread();

    private boolean ranBySubmitter;

    /** The thread that runs batches; null before and after. */
    private @Nullable Thread runner;

    /** Whether the connection has closed and its calls have ended. */
    private boolean finished;

    private volatile boolean stopped;

    /** Whether batches are rejected because this task has ended. */
    private boolean ended;

    /** @param whenEnded called once, on the thread that ran this task */
    ConnectionThread(Owner owner, Runnable whenEnded, UncaughtLog uncaught) {
        this.owner = owner;
        this.whenEnded = whenEnded;
        this.uncaught = uncaught;
    }

    /**
     * Ends the submission to an executor. Called by the thread that constructed this object.
     *
     * @return false if the executor ran the task on the calling thread, where it does nothing
     */
    boolean submitted() {
        submitter = null;
        return !ranBySubmitter;
    }

    /** Adds a batch, or rejects it if no thread will run it. Any thread. */
    void execute(CallBatch batch) {
        boolean added = false;
        lock.lock();
        try {
            if (!ended && !stopped) {
                added = waiting.add(batch);
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
        if (!added) {
            batch.reject(ClaimLoop.STOPPED);
        }
    }

    /** The connection has closed and its calls have ended. Any thread. */
    void finish() {
        lock.lock();
        try {
            finished = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Rejects the batches that wait, and interrupts the call that runs. Any thread. */
    void stop() {
        List<CallBatch> rejected;
        lock.lock();
        try {
            stopped = true;
            changed.signal();
            if (runner != null) {
                runner.interrupt();
            }
            rejected = takeAll();
        } finally {
            lock.unlock();
        }
        rejected.forEach(batch -> batch.reject(ClaimLoop.STOPPED));
    }

    /** Returns the batches that wait, which no longer do. Called with the lock. */
    private List<CallBatch> takeAll() {
        List<CallBatch> taken = new ArrayList<>(waiting);
        waiting.clear();
        return taken;
    }

    @Override
    public void run() {
        if (Thread.currentThread() == submitter) {
            ranBySubmitter = true;
            return;
        }
        try {
            if (begin()) {
                try {
                    owner.opened();
                    runBatches();
                } finally {
                    endCalls();
                    owner.closed();
                }
            }
        } catch (Throwable t) {
            uncaught.log(t);
        } finally {
            end();
        }
    }

    /** Returns false if the connection has ended while this task waited for a thread. */
    private boolean begin() {
        lock.lock();
        try {
            if (stopped || finished) {
                return false;
            }
            runner = Thread.currentThread();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void runBatches() {
        CallBatch batch;
        while ((batch = take()) != null) {
            try {
                Call call;
                while (!stopped && (call = batch.claim()) != null) {
                    ClaimLoop.run(call, uncaught);
                    if (!stopped) {
                        Thread.interrupted(); // a handler may have left an interrupt, which the next one must not see
                    }
                }
                if (stopped) {
                    batch.reject(ClaimLoop.STOPPED);
                }
                batch.flush();
            } catch (Throwable t) {
                uncaught.log(t);
            }
        }
    }

    /** Waits for a batch. Returns null when there will be none. */
    private @Nullable CallBatch take() {
        lock.lock();
        try {
            while (waiting.isEmpty() && !finished && !stopped) {
                changed.awaitUninterruptibly();
            }
            return stopped ? null : waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    /** From here on, nothing interrupts the thread. */
    private void endCalls() {
        lock.lock();
        try {
            runner = null;
        } finally {
            lock.unlock();
        }
        Thread.interrupted();
    }

    private void end() {
        List<CallBatch> rejected;
        lock.lock();
        try {
            ended = true;
            rejected = takeAll();
        } finally {
            lock.unlock();
        }
        rejected.forEach(batch -> batch.reject(ClaimLoop.STOPPED));
        whenEnded.run();
    }
}
