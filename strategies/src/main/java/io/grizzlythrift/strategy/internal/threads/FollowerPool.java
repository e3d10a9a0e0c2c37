package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * The thread pool of leader-follower. Grizzly sees it as the pool that runs selectors. It never rejects a selector, because
 * a selector without a thread would be lost.
 */
final class FollowerPool extends AbstractExecutorService {
    /** Created in advance, because it is needed when memory is exhausted. */
    @SuppressWarnings("UnnecessaryLambda")
    private static final Runnable NO_OP = () -> {};

    private final CallThreadPool<FollowerThread> threads;

    FollowerPool(String serverName, int size, int selectorThreads, int queueCapacity) {
        AtomicInteger followerNumber = new AtomicInteger();
        UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
        threads = new CallThreadPool<>(
                size,
                selectorThreads,
                queueCapacity,
                uncaught,
                pool -> new FollowerThread(
                        this, pool, serverName + "-follower-" + followerNumber.incrementAndGet(), uncaught));
    }

    /** Returns the current thread if it belongs to this pool and leads a selector, otherwise null. */
    FollowerThread currentLeader() {
        Thread thread = Thread.currentThread();
        return thread instanceof FollowerThread follower && follower.belongsTo(this) && follower.leading() != null
                ? follower
                : null;
    }

    /** Assigns a leader to a selector. Grizzly calls this once per selector, when a transport starts. */
    @Override
    public void execute(Runnable selectorRunner) {
        threads.submitUrgent(selectorRunner);
    }

    /** Runs a batch on an idle thread, queues it for the next free one, or rejects it. */
    void submit(CallBatch batch) {
        threads.submit(batch);
    }

    QueueState queueState() {
        return threads.queueState();
    }

    void rejectWork() {
        threads.rejectWork();
    }

    void apply(QueuePolicy policy) {
        threads.apply(policy);
    }

    boolean isOverloaded(CallFlow flow) {
        return threads.isOverloaded(flow);
    }

    /**
     * Promotes an idle thread to leader of a selector in place of the current thread, which may then run calls.
     *
     * @param work the work that the current thread will run; counted as started if this returns true
     * @return whether the selector has a new leader; if so, the caller must no longer touch the selector
     */
    boolean handOver(SelectorRunner runner, Work work) {
        // facts.md#leader-follower-starves-when-all-threads-run-handlers
        PoolThread follower = threads.replaceCurrent(work);
        if (follower == null) {
            return false;
        }
        try {
            // facts.md#a-rejected-task-leaves-a-selector-without-a-thread
            runner.postpone(); // renames this thread, which may fail for lack of memory
        } catch (Throwable t) {
            threads.undoBegin(work);
            follower.assign(NO_OP);
            return false;
        }
        follower.assign(runner);
        return true;
    }

    @Override
    public void shutdown() {
        shutdownNow();
    }

    @Override
    public List<Runnable> shutdownNow() {
        threads.shutdownNow();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return threads.isStopped();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(Duration.ofNanos(unit.toNanos(timeout)));
    }
}
