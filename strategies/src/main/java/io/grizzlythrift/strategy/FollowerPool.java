package io.grizzlythrift.strategy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.SelectorRunner;

/**
 * The threads of leader-follower. To Grizzly they are the pool that runs selectors; it never rejects one, for a selector
 * without a thread would be lost.
 */
final class FollowerPool extends AbstractExecutorService {
    /** Made before it is needed, which is when there is no memory. */
    @SuppressWarnings("UnnecessaryLambda")
    private static final Runnable NOTHING = () -> {};

    private final CallThreads<FollowerThread> threads;

    FollowerPool(String serverName, int size, int selectorThreads, int queueCapacity) {
        AtomicInteger count = new AtomicInteger();
        Uncaught uncaught = new Uncaught();
        threads = new CallThreads<>(
                size,
                size - selectorThreads,
                queueCapacity,
                uncaught,
                pool -> new FollowerThread(this, pool, serverName + "-follower-" + count.incrementAndGet(), uncaught));
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
        threads.submitUrgent(selectorRunner);
    }

    /** Has a batch run by an idle thread now, or by one that becomes free when it is its turn, or refuses it. */
    void submit(CallBatch batch) {
        threads.submit(batch);
    }

    /**
     * Makes an idle thread the leader of a selector in place of the current one, which is then free to run calls.
     *
     * @param work what the current thread runs then; it has begun it if this returns true
     * @return whether the selector has another leader now; the caller must not touch the selector then
     */
    boolean handOver(SelectorRunner runner, Work work) {
        CallThread follower = threads.exchange(work);
        if (follower == null) {
            return false;
        }
        try {
            runner.postpone(); // renames this thread, for which memory may be lacking
        } catch (Throwable t) {
            threads.giveBack(work);
            follower.assign(NOTHING);
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
