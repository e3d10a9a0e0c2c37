package io.grizzlythrift.strategy;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.strategies.SameThreadIOStrategy;

/** Selector threads that hand each batch to a bounded pool, once. */
final class WorkerThreads implements StrategyThreads {
    private final int selectorThreads;
    private final int queueCapacity;
    private final ExecutorService selectors;
    private final ThreadPoolExecutor workers;

    /** Reads that were handed over and that no worker has begun. */
    private final AtomicInteger waitingReads = new AtomicInteger();

    WorkerThreads(String serverName, int selectorThreads, int threads, int queueCapacity) {
        this.selectorThreads = selectorThreads;
        this.queueCapacity = queueCapacity;
        selectors = IoThreads.selectors(serverName, selectorThreads);
        workers = new ThreadPoolExecutor(
                threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), IoThreads.workers(serverName));
        try {
            workers.prestartAllCoreThreads();
        } catch (Error e) { // no more threads to be had
            shutdownNow();
            throw e;
        }
    }

    @Override
    public void install(TCPNIOTransport transport) {
        IoThreads.install(transport, SameThreadIOStrategy.getInstance(), selectors, selectorThreads);
    }

    @Override
    public void execute(CallBatch batch) {
        if (waitingReads.incrementAndGet() > queueCapacity) {
            waitingReads.decrementAndGet();
            batch.refuse(workers.isShutdown() ? SharedWork.STOPPED : queueCapacity + " reads wait for a worker");
            return;
        }
        try {
            workers.execute(new Work(batch, true));
        } catch (RejectedExecutionException e) {
            waitingReads.decrementAndGet();
            batch.refuse(SharedWork.STOPPED);
        }
    }

    /** The queue takes it without counting it: there are never more such entries than reads that were begun. */
    private void wakeHelper(CallBatch batch) {
        workers.getQueue().offer(new Work(batch, false));
    }

    @Override
    public void shutdownNow() {
        selectors.shutdownNow();
        for (Runnable waiting : workers.shutdownNow()) {
            ((Work) waiting).batch.refuse(SharedWork.STOPPED);
        }
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        return workers.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)
                && selectors.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    /** A read that was handed over, or the offer to help with one. */
    private final class Work implements Runnable {
        private final CallBatch batch;
        private final boolean isRead;

        Work(CallBatch batch, boolean isRead) {
            this.batch = batch;
            this.isRead = isRead;
        }

        @Override
        public void run() {
            if (isRead) {
                waitingReads.decrementAndGet();
            }
            SharedWork.run(batch, WorkerThreads.this::wakeHelper, workers::isShutdown);
        }
    }
}
