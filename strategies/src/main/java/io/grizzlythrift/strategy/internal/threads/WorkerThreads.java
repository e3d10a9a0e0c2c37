package io.grizzlythrift.strategy.internal.threads;

import io.grizzlythrift.strategy.internal.queue.QueueOwner;
import io.grizzlythrift.strategy.internal.queue.QueueState;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/** Selector threads, and a bounded pool of worker threads to which they hand each batch, once. */
public class WorkerThreads implements StrategyThreads, QueueOwner {
    private final SelectorThreadPool selectors;
    private final CallThreadPool<PoolThread> workers;

    /** Creates a worker thread without starting it. */
    public interface Maker {
        /** {@return a new thread of a pool} */
        PoolThread make(CallThreadPool<?> pool, String name, UncaughtLog uncaught);
    }

    /** Starts the worker threads; the selector threads start with the transport. */
    public WorkerThreads(String serverName, int selectorThreads, int threads, int queueCapacity, Maker maker) {
        selectors = SelectorThread.pool(serverName, selectorThreads);
        AtomicInteger workerNumber = new AtomicInteger();
        UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
        workers = new CallThreadPool<>(
                threads,
                0,
                queueCapacity,
                uncaught,
                pool -> maker.make(pool, serverName + "-worker-" + workerNumber.incrementAndGet(), uncaught));
    }

    /** {@return what creates the selector threads} */
    protected final ThreadFactory selectorFactory() {
        return selectors.getThreadFactory();
    }

    @Override
    public void install(TCPNIOTransport transport) {
        selectors.install(transport, SameThreadIOStrategy.getInstance());
        transport.setSelectorHandler(new ArraySelectorHandler());
    }

    @Override
    public void execute(CallBatch batch) {
        workers.submit(batch);
    }

    @Override
    public final boolean apply(QueuePolicy policy) {
        workers.apply(policy);
        return true;
    }

    @Override
    public final boolean isOverloaded(CallFlow flow) {
        return workers.isOverloaded(flow);
    }

    @Override
    public final QueueState queueState() {
        return workers.queueState();
    }

    @Override
    public void rejectWork() {
        workers.rejectWork();
    }

    @Override
    public void shutdownNow() {
        selectors.shutdownNow();
        workers.shutdownNow();
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        return workers.awaitTermination(timeout)
                && selectors.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
}
