package io.grizzlythrift.strategy;

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
 * Threads that take turns in leading (reading one selector) and running calls.
 *
 * <p>A leader first finishes the whole filter chain of an event, setting aside the batch it read; only then does it
 * hand the selector to an idle follower, leave the selector loop, and run the batch. So no two threads are ever inside
 * the chain of one connection, and read interest need not be switched off and on again.
 */
@SuppressWarnings("rawtypes") // Grizzly's IOStrategy takes raw connections
final class LeaderFollowerThreads implements StrategyThreads, IOStrategy {
    private final int selectorThreads;
    private final FollowerPool pool;

    LeaderFollowerThreads(String serverName, int selectorThreads, int threads, int queueCapacity) {
        this.selectorThreads = selectorThreads;
        pool = new FollowerPool(serverName, threads, selectorThreads, queueCapacity);
    }

    @Override
    public void install(TCPNIOTransport transport) {
        IoThreads.install(transport, this, pool, selectorThreads);
    }

    /** Inside an event that a leader of this pool handles, the batch is set aside until its chain has ended. */
    @Override
    public void execute(CallBatch batch) {
        FollowerThread leader = pool.currentLeader();
        if (leader != null && leader.isInEvent()) {
            leader.setAside(batch);
        } else {
            pool.submit(batch);
        }
    }

    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event) throws IOException {
        return executeIoEvent(connection, event, true);
    }

    /** No hand-over follows a simulated event: Grizzly would leave the selector's other pending tasks behind. */
    @Override
    public boolean executeIoEvent(Connection connection, IOEvent event, boolean isIoEventEnabled) throws IOException {
        FollowerThread leader = isIoEventEnabled ? pool.currentLeader() : null;
        if (leader == null) {
            return SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, isIoEventEnabled);
        }
        boolean readOn;
        leader.setInEvent(true);
        try {
            readOn = SameThreadIOStrategy.getInstance().executeIoEvent(connection, event, true);
        } catch (Throwable t) {
            leader.setInEvent(false);
            leader.submitSetAside();
            throw t;
        }
        leader.setInEvent(false);
        return leader.leadsOn() && readOn;
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
    public void shutdownNow() {
        pool.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return pool.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
}
