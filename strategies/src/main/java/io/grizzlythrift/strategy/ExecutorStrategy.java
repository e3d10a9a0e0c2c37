package io.grizzlythrift.strategy;

import io.grizzlythrift.strategy.internal.threads.ClaimLoop;
import io.grizzlythrift.strategy.internal.threads.ExecutorThreads;
import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;

/**
 * Selector threads only read; an executor provided by the user runs the calls. Each batch is submitted as one task. If calls
 * remain after its first claim, the task submits one helper for the same batch before it runs that call, and the helper does
 * the same: fast calls cost one task, and slow calls of one batch run on as many threads as the executor has. At most one
 * helper of a batch waits in the executor; if it is rejected, the running tasks run all calls.
 *
 * <p>With an executor that starts a thread per task, such as {@code Executors.newVirtualThreadPerTaskExecutor()} of JDK 21 and
 * newer, only the server's {@code maxInFlight} and {@code maxInFlightPerConnection} bound the calls.
 *
 * <p>The executor is shut down with the server: its queued tasks still run, but reject their calls, and running handlers
 * are not interrupted.
 */
public final class ExecutorStrategy implements ProcessingStrategy {
    private final ExecutorService executor;

    /**
     * Creates a strategy that runs calls on an executor.
     *
     * @param executor runs the tasks; it is shut down when the server is. If {@code execute} runs the task itself,
     *     all calls of the batch run on the submitting thread. It must not drop tasks: their calls would get no reply
     * @throws IllegalArgumentException if the executor is a {@code ThreadPoolExecutor} with a {@code DiscardPolicy} or {@code
     *     DiscardOldestPolicy}
     */
    public ExecutorStrategy(ExecutorService executor) {
        ExecutorThreads.requireNoDiscard(Objects.requireNonNull(executor, "executor"));
        this.executor = executor;
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

    /** {@return the name and the string form of the executor} */
    @Override
    public String toString() {
        return name() + "[" + executor + "]";
    }

    private final class Threads implements StrategyThreads {
        /** Used for its selector threads only, not to run calls. */
        private final StrategyThreads selectors;

        private final UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);

        private volatile boolean stopped;

        /** Whether the server never started, so that the executor stays as it is. */
        private volatile boolean undone;

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
                batch.reject(stopped ? ClaimLoop.STOPPED : "the executor rejected the call");
            }
        }

        private void runAll(CallBatch batch) {
            boolean first = true;
            Call call;
            while (!stopped && (call = batch.claim()) != null) {
                if (first && batch.unclaimed() > 0 && !batch.isSerial()) {
                    new Helper(batch).submit();
                }
                first = false;
                ClaimLoop.run(call, uncaught);
            }
            if (stopped) {
                batch.reject(ClaimLoop.STOPPED);
            }
            batch.flush();
        }

        /** A further task for a batch. Does nothing if the executor runs it on the thread that submits it. */
        private final class Helper implements Runnable {
            private final CallBatch batch;
            private final Thread submitter = Thread.currentThread();

            /** Confined to the submitting thread. */
            private boolean submitted;

            Helper(CallBatch batch) {
                this.batch = batch;
            }

            @SuppressWarnings("EmptyCatch") // the submitting thread runs all calls that no other thread claims
            void submit() {
                try {
                    executor.execute(this);
                } catch (Throwable t) {
                    // The executor is full or shut down, or can create no thread.
                } finally {
                    submitted = true;
                }
            }

            @Override
            public void run() {
                if (Thread.currentThread() != submitter || submitted) {
                    runAll(batch);
                }
            }
        }

        @Override
        public void shutdownNow() {
            stopped = true;
            selectors.shutdownNow();
            executor.shutdown();
        }

        @Override
        public void undoStart() {
            stopped = true;
            undone = true;
            selectors.shutdownNow();
        }

        @Override
        public boolean awaitTermination(Duration timeout) throws InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            return (undone || executor.awaitTermination(timeout.toNanos(), TimeUnit.NANOSECONDS))
                    && selectors.awaitTermination(Duration.ofNanos(deadline - System.nanoTime()));
        }
    }
}
