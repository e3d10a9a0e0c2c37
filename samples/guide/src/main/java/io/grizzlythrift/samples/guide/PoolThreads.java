package io.grizzlythrift.samples.guide;

import io.grizzlythrift.strategy.CallBatch;
import io.grizzlythrift.strategy.StrategyThreads;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

// @start region=threads
/** The threads of one server: each read becomes one task. */
record PoolThreads(StrategyThreads selectors, ExecutorService pool) implements StrategyThreads {
    private record Task(CallBatch batch) implements Runnable {
        @Override
        public void run() {
            for (int call = batch.claim(); call != CallBatch.NONE; call = batch.claim()) {
                batch.run(call);
            }
            batch.flush();
        }
    }

    @Override
    public void install(TCPNIOTransport transport) {
        selectors.install(transport);
    }

    @Override
    public void execute(CallBatch batch) {
        try {
            pool.execute(new Task(batch));
        } catch (RejectedExecutionException e) {
            batch.reject("no thread is free");
        }
    }

    @Override
    public void shutdownNow() {
        selectors.shutdownNow();
        pool.shutdownNow().forEach(task -> ((Task) task).batch().reject("the server has stopped"));
    }

    @Override
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        return pool.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS) && selectors.awaitTermination(timeout);
    }
}
// @end region=threads
