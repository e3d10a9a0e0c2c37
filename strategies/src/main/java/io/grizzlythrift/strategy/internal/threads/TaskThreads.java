package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.FairQueue;
import io.grizzlythrift.strategy.internal.queue.FlowQueue;
import io.grizzlythrift.strategy.internal.queue.QueueOwner;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/**
 * Selector threads, and a bounded number of tasks, each on a thread of its own for one batch or a part of it. A task that has
 * finished its batch takes the next one from the queue, or ends.
 *
 * <p>All state, including that of {@link io.grizzlythrift.strategy.internal.queue.FlowState} and {@link Work}, is guarded by
 * one lock, except for {@link #stopped}. Work is queued only if it may not start, and a task ends only if no queued work
 * may start. Each is one critical section, so work never waits without a task that will find it. {@link #stopped} is
 * volatile and set before the queue is drained under the lock, so no work queued meanwhile is missed. Up to JDK 23, a
 * virtual thread that waits for the lock pins its carrier; the lock is held for a few instructions.
 */
abstract class TaskThreads implements StrategyThreads, QueueOwner {
    private static final String NO_MEMORY = String.valueOf("no memory is left for a thread");

    private final SelectorThreadPool selectors;
    private final UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
    private final Object lock = new Object();
    private final FairQueue<Work> queue;
    private final Set<Task> running = new HashSet<>();
    private volatile boolean stopped;

    /** Created in advance, because it may be needed when memory is exhausted. */
    private final Supplier<Work> drained = this::drain;

    /** Created in advance, for the same reason. */
    private final Supplier<Work> drainedWithoutTasks = this::drainWithoutTasks;

    /** Created in advance, for the same reason. */
    private final Supplier<Work> abandoned = this::abandon;

    /**
     * Prepares the threads, none of which has been started.
     *
     * @param maxTasks how many tasks may run calls at the same time, not counting {@linkplain FairQueue#spareThreads
     *     spare ones}
     */
    TaskThreads(String serverName, int selectorThreads, int maxTasks, int queueCapacity) {
        selectors = SelectorThread.pool(serverName, selectorThreads);
        queue = new FairQueue<>(queueCapacity, maxTasks);
    }

    /**
     * Starts a task on another thread. Called without the lock. May throw anything; the work of the task is then not its own.
     */
    abstract void start(Runnable task);

    /** {@return the reason for rejecting the calls of a task that could not be started} Logs what is not expected. */
    abstract String rejection(Throwable failure, UncaughtLog log);

    /**
     * Whether work of another flow or priority waits for the thread of a task.
     *
     * @param waits whether it waits in the queue
     */
    abstract boolean othersWait(boolean waits);

    /** Called by a task that continues a batch after a slice. */
    abstract void makeWay();

    /** Runs on one thread from its start to its end. */
    private final class Task extends ClaimLoop implements Runnable {
        private Work work;

        /** The thread that runs this task; null before it starts. Interrupted under the lock, only while it is running. */
        private volatile Thread thread;

        /** Whether this task was rejected, or the stop found that no thread had started it. Guarded by the lock. */
        private boolean abandoned;

        /** Whether this task has run calls of the work before, and has woken a helper then. */
        private boolean continues;

        Task(Work first) {
            super(CallThreadPool.SLICE_NANOS, System::nanoTime, uncaught);
            work = first;
        }

        @Override
        public void run() {
            thread = Thread.currentThread();
            while (work != null) {
                boolean hasMore = run(work.batch(), work);
                flush(work.batch());
                Thread.interrupted(); // a handler may have left an interrupt behind, which the next one must not see
                Work ran = work;
                work = next(this, ran, hasMore);
                continues = work == ran;
                if (continues) {
                    makeWay();
                }
            }
            Thread.interrupted(); // nor may whatever the thread runs next
        }

        void interrupt() {
            Thread runs = thread;
            if (runs != null) { // else it rejects its calls when it starts
                runs.interrupt();
            }
        }

        @Override
        protected boolean othersWait(FlowQueue of) {
            return TaskThreads.this.othersWait(queue.othersWait(of));
        }

        /** Not once for each slice: tasks that compute would start more and more of them. */
        @Override
        protected void wakeHelper(Work helped) {
            if (!continues) {
                TaskThreads.this.wakeHelper(helped);
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
        Task task; // created before it is known to be needed, because that may fail for lack of memory
        try {
            task = new Task(work);
        } catch (OutOfMemoryError e) {
            return NO_MEMORY;
        }
        boolean starts;
        synchronized (lock) {
            if (stopped) {
                return ClaimLoop.STOPPED;
            }
            starts = queue.mayBegin(work.flow());
            if (starts) {
                running.add(task); // first, because it may fail for lack of memory
                queue.begin(work);
            } else if (queue.hasRoomFor(work.queue())) {
                queue.add(work);
                return null;
            }
        }
        return starts ? startOrReject(task, work) : queue.rejection(work.flow());
    }

    /**
     * Returns the reason if the task cannot be started, or null. Then work that was queued meanwhile gets its place. If that
     * cannot be started either, another task finds it, and without one, all queued work is rejected too.
     */
    private String startOrReject(Task task, Work work) {
        try {
            start(task);
            return null;
        } catch (Throwable t) {
            String reason = reasonOf(t);
            Task next;
            synchronized (lock) {
                forget(task);
                queue.end(work, false);
                next = stopped ? null : beginQueued();
            }
            if (next != null) {
                startQueued(next);
            }
            CallThreadPool.rejectAll(drainedWithoutTasks, reason, uncaught);
            return reason;
        }
    }

    private String reasonOf(Throwable failure) {
        return failure instanceof OutOfMemoryError ? NO_MEMORY : rejection(failure, uncaught);
    }

    /** Returns a task for queued work that may start now, or null. Called under the lock. */
    private Task beginQueued() {
        try {
            Task task = new Task(null);
            running.add(task);
            task.work = queue.poll(); // last: it needs no memory
            if (task.work == null) {
                running.remove(task);
            }
            return task.work == null ? null : task;
        } catch (OutOfMemoryError e) {
            return null;
        }
    }

    /** Starts a task for work that was queued, or puts the work back to the head of its queue. */
    private void startQueued(Task task) {
        try {
            start(task);
        } catch (Throwable t) {
            reasonOf(t);
            synchronized (lock) {
                forget(task);
                queue.end(task.work, true);
            }
            if (stopped) {
                rejectWork();
            }
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

    /** Starts one more task for a batch, or lets the next free one help. */
    private void startHelper(Work work) {
        Task task = new Task(work);
        synchronized (lock) {
            if (stopped || work.isQueued()) {
                return;
            }
            if (!queue.mayBegin(work.flow())) {
                queue.addFirst(work);
                return;
            }
            running.add(task);
            queue.begin(work);
        }
        startOrReject(task, work);
    }

    /** Returns what a task runs next; null if it ends. */
    private Work next(Task task, Work finished, boolean hasMore) {
        synchronized (lock) {
            if (task.abandoned) {
                return null;
            }
            queue.end(finished, hasMore);
            if (!stopped) {
                Work next = queue.poll();
                if (next == null) {
                    ended(task);
                }
                return next;
            }
        }
        rejectWork(); // what is still queued
        synchronized (lock) {
            ended(task);
        }
        return null;
    }

    /** Removes a task that was not started. If a thread runs it all the same, it takes no work. Called under the lock. */
    private void forget(Task task) {
        task.abandoned = true;
        ended(task);
    }

    private void ended(Task task) {
        running.remove(task);
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
    public final QueueState queueState() {
        synchronized (lock) {
            return queue.state();
        }
    }

    @Override
    public void rejectWork() {
        stopped = true;
        CallThreadPool.rejectAll(drained, ClaimLoop.STOPPED, uncaught);
        CallThreadPool.rejectAll(abandoned, ClaimLoop.STOPPED, uncaught);
    }

    private Work drain() {
        synchronized (lock) {
            return queue.drain();
        }
    }

    private Work drainWithoutTasks() {
        synchronized (lock) {
            return running.isEmpty() ? queue.drain() : null;
        }
    }

    /** Abandons a task that no thread has started, and perhaps never will. */
    private Work abandon() {
        synchronized (lock) {
            for (Task task : running) {
                if (task.thread == null) {
                    forget(task);
                    return task.work;
                }
            }
            return null;
        }
    }

    @Override
    public void shutdownNow() {
        selectors.shutdownNow();
        rejectWork();
        synchronized (lock) { // a thread that has left the set may run something else
            running.forEach(Task::interrupt);
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
