package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.QueueOwner;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.Transport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/**
 * Threads that alternate between leading (running one selector) and running calls.
 *
 * <p>A leader first finishes the filter chain of an event and defers the batch that it read. Only then does it hand the
 * selector to an idle follower, leave the selector loop and run the batch. So two threads are never inside the chain of one
 * connection at the same time, and read interest need not be disabled and enabled again.
 */
@SuppressWarnings("rawtypes") // Grizzly's IOStrategy takes raw connections
public final class LeaderFollowerThreads implements StrategyThreads, IOStrategy, QueueOwner {
    private final int selectorThreads;
    private final FollowerPool pool;

    /** Starts the threads; they begin to lead when the transport starts. */
    public LeaderFollowerThreads(String serverName, int selectorThreads, int threads, int queueCapacity) {
        this.selectorThreads = selectorThreads;
        pool = new FollowerPool(serverName, threads, selectorThreads, queueCapacity);
    }

    @Override
    public void install(TCPNIOTransport transport) {
        SelectorThreadPool.install(transport, this, pool, selectorThreads);
        transport.setSelectorHandler(new ArraySelectorHandler());
    }

    /** {@inheritDoc} While a leader of this pool handles an event, the batch is deferred until the chain has ended. */
    @Override
    public void execute(CallBatch batch) {
        FollowerThread leader = pool.currentLeader();
        if (leader != null && leader.isInEvent()) {
            leader.defer(batch);
        } else {
            pool.submit(batch);
        }
    }

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
        return executeIoEvent(connection, event, true);
    }

    /**
     * {@inheritDoc} A simulated event (one with I/O events disabled) is never followed by a hand-over: Grizzly would leave
     * the selector's other pending tasks behind.
     */
    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled) throws IOException {
        FollowerThread leader = isIoEventEnabled ? pool.currentLeader() : null;
        if (leader == null) {
            return SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, isIoEventEnabled);
        }
        boolean keepReading;
        leader.setInEvent(true);
        try {
            keepReading = SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, true);
        } catch (Throwable t) {
            leader.setInEvent(false);
            leader.submitDeferred();
            throw t;
        }
        leader.setInEvent(false);
        return leader.keepsLeading() && keepReading;
    }

    @Override
    public Executor getThreadPoolFor(Connection connection, IOEvent event) {
        return null;
    }

    @Override
    public ThreadPoolConfig createDefaultWorkerPoolConfig(Transport transport) {
        return null;
    }

    @Override
    public boolean apply(QueuePolicy policy) {
        pool.apply(policy);
        return true;
    }

    @Override
    public boolean isOverloaded(CallFlow flow) {
        return pool.isOverloaded(flow);
    }

    @Override
    public QueueState queueState() {
        return pool.queueState();
    }

    @Override
    public void rejectWork() {
        pool.rejectWork();
    }

    @Override
    public void shutdownNow() {
        pool.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return pool.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
