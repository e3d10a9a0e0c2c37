package io.grizzlythrift.strategy;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Selector threads only read; an executor that the user provides runs each batch as one task. The executor is shut down
 * with the server: its queued tasks still run, but reject their calls, and running handlers are not interrupted.
 */
public final class ExecutorStrategy implements ProcessingStrategy {
    private static final String STOPPED = "the server has stopped";

    private final ExecutorService executor;

    /**
     * Creates a strategy that runs calls on an executor.
     *
     * @param executor runs one task per batch; it is shut down when the server is
     */
    public ExecutorStrategy(ExecutorService executor) {
        this.executor = Objects.requireNonNull(executor, "executor");
    }

    @Override
    public String name() {
        return "executor";
    }

    @Override
    public int defaultSelectorThreads() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    }

    @Override
    public StrategyThreads start(String serverName, int selectorThreads) {
        return new Threads(SameThreadStrategy.create().start(serverName, selectorThreads));
    }

    private final class Threads implements StrategyThreads {
        /** Used for its selector threads only, not to run calls. */
        private final StrategyThreads selectors;

        private volatile boolean stopped;

        Threads(StrategyThreads selectors) {
            this.selectors = selectors;
        }

        @Override
        public void install(TCPNIOTransport transport) {
            selectors.install(transport);
        }

        @Override
        public void execute(CallBatch batch) {
            try {
                executor.execute(() -> runAll(batch));
            } catch (RejectedExecutionException e) {
                batch.reject(stopped ? STOPPED : "the executor rejected the call");
            }
        }

        private void runAll(CallBatch batch) {
            int call;
            while (!stopped && (call = batch.claim()) != CallBatch.NONE) {
                batch.run(call);
            }
            if (stopped) {
                batch.reject(STOPPED);
            }
            batch.flush();
        }

        @Override
        public void shutdownNow() {
            stopped = true;
            selectors.shutdownNow();
            executor.shutdown();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            return executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS)
                    && selectors.awaitTermination(Duration.ofNanos(deadline - System.nanoTime()));
        }
    }
}
