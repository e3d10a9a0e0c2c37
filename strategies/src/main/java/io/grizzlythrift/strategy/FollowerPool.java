package io.grizzlythrift.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * A fixed number of threads, the idle ones on a stack, and a bounded queue of batches for when none is idle. To Grizzly
 * it is the pool that runs selectors; it never rejects one, for a selector without a thread would be lost.
 */
final class FollowerPool extends AbstractExecutorService {
    private final int queueCapacity;
    private final List<FollowerThread> threads = new ArrayList<>();

    /**
     * Guards the fields below. Held for a few instructions, never while anything of a connection or of the user runs.
     */
    private final Object lock = new Object();

    private final ArrayDeque<FollowerThread> idle = new ArrayDeque<>();
    private final ArrayDeque<Runnable> selectorsWithoutLeader = new ArrayDeque<>();
    private final ArrayDeque<Work> waiting = new ArrayDeque<>();
    private final Uncaught uncaught = new Uncaught();
    private int waitingReads;
    private volatile boolean stopped;

    FollowerPool(String serverName, int size, int queueCapacity) {
        this.queueCapacity = queueCapacity;
        for (int i = 1; i <= size; i++) {
            threads.add(new FollowerThread(this, serverName + "-follower-" + i));
        }
        try {
            threads.forEach(Thread::start);
        } catch (Error e) { // no more threads to be had
            shutdownNow();
            throw e;
        }
    }

    /** What is told of exceptions that nobody else wants. */
    Uncaught uncaught() {
        return uncaught;
    }

    /** The current thread, if it belongs to this pool and leads a selector; otherwise null. */
    FollowerThread currentLeader() {
        Thread thread = Thread.currentThread();
        return thread instanceof FollowerThread follower && follower.belongsTo(this) && follower.leading() != null
                ? follower
                : null;
    }

    /** Starts to lead a selector. Grizzly calls this once per selector when a transport starts. */
    @Override
    public void execute(Runnable selectorRunner) {
        FollowerThread follower;
        synchronized (lock) {
            follower = idle.poll();
            if (follower == null) {
                selectorsWithoutLeader.add(selectorRunner);
            }
        }
        if (follower != null) {
            follower.assign(selectorRunner);
        }
    }

    /**
     * Makes an idle thread the leader of the selector that {@code leader} reads, which is then free to run what it set
     * aside. Without an idle thread {@code leader} stays leader, and what it set aside is queued.
     *
     * @return whether the selector has another leader now; the caller must not touch the selector then
     */
    boolean handOverSelector(FollowerThread leader) {
        FollowerThread follower;
        synchronized (lock) {
            follower = idle.poll();
        }
        if (follower != null) {
            SelectorRunner runner = leader.leading();
            runner.postpone();
            follower.assign(runner);
            return true;
        }
        for (CallBatch batch = leader.takeSetAside(); batch != null; batch = leader.takeSetAside()) {
            submit(batch);
        }
        return false;
    }

    /** Has a batch run by an idle thread now, or by the next one that becomes free, or refuses it. */
    void submit(CallBatch batch) {
        if (!assignOrQueue(new Work(batch, true))) {
            batch.refuse(stopped ? SharedWork.STOPPED : queueCapacity + " reads wait for a free thread");
        }
    }

    /**
     * Has one more thread work on a batch, now or when it becomes free. This is queued without being counted: there are
     * never more such entries than reads that were begun.
     */
    void wakeHelper(CallBatch batch) {
        assignOrQueue(new Work(batch, false));
    }

    private boolean assignOrQueue(Work work) {
        FollowerThread follower;
        synchronized (lock) {
            follower = idle.poll();
            if (follower == null) {
                if (stopped || (work.isRead && waitingReads == queueCapacity)) {
                    return false;
                }
                waiting.add(work);
                waitingReads += work.isRead ? 1 : 0;
                return true;
            }
        }
        follower.assign(work);
        return true;
    }

    /** What {@code thread} does next: lead, work, or wait on the idle stack. Null once the pool has stopped. */
    Runnable next(FollowerThread thread) {
        synchronized (lock) {
            if (stopped) {
                return null;
            }
            if (!selectorsWithoutLeader.isEmpty()) {
                return selectorsWithoutLeader.poll();
            }
            if (!waiting.isEmpty()) {
                Work work = waiting.poll();
                waitingReads -= work.isRead ? 1 : 0;
                return work;
            }
            idle.push(thread);
        }
        return thread.awaitAssignment();
    }

    @Override
    public void shutdown() {
        shutdownNow();
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Work> refused;
        synchronized (lock) {
            stopped = true;
            refused = new ArrayList<>(waiting);
            waiting.clear();
            idle.clear();
        }
        for (FollowerThread thread : threads) {
            thread.interrupt();
            LockSupport.unpark(thread);
        }
        refused.forEach(work -> work.batch.refuse(SharedWork.STOPPED));
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return stopped;
    }

    @Override
    public boolean isTerminated() {
        return stopped && threads.stream().noneMatch(Thread::isAlive);
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = System.nanoTime() + unit.toNanos(timeout);
        for (FollowerThread thread : threads) {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (millis > 0) {
                thread.join(millis);
            }
        }
        return isTerminated();
    }

    /** A read to be run, or the offer to help with one. */
    private final class Work implements Runnable {
        private final CallBatch batch;
        private final boolean isRead;

        Work(CallBatch batch, boolean isRead) {
            this.batch = batch;
            this.isRead = isRead;
        }

        @Override
        public void run() {
            SharedWork.run(batch, FollowerPool.this::wakeHelper, FollowerPool.this::isShutdown);
        }
    }
}
