package io.grizzlythrift.bench.micro;

import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Hands the calls of one read over from the thread that read them to the threads that run them, with at most {@value
 * #READS_UNDER_WAY} reads in progress. Time and allocation are per read, not per call.
 *
 * <p>Shows why a batch is handed over as a whole and claimed call by call, instead of being split into one task per
 * call. {@code sameThread} is the cost of the calls without any hand-over. The leader-follower strategy is not
 * included: it moves the selector instead of the calls, which needs a transport.
 */
@State(Scope.Benchmark)
public class HandOverBenchmark extends MicroBenchmark {
    private static final int READS_UNDER_WAY = 64;
    private static final int WORKERS = 2;
    private static final int SELECTORS = 1;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Param({"1", "16", "200"})
    private int calls;

    private final Semaphore room = new Semaphore(READS_UNDER_WAY);
    private final CallFlow flow = new CallFlow();
    private final CallFlow selected = new CallFlow();
    private StrategyThreads workers;
    private StrategyThreads selectors;
    private ThreadPoolExecutor pool;

    /** Creates the benchmark; JMH calls this. */
    public HandOverBenchmark() {}

    /**
     * Starts the threads and lets each variant run one batch.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    @Setup
    public void start() throws InterruptedException {
        workers = WorkerThreadStrategy.ofThreads(WORKERS).start("bench-whole", SELECTORS);
        selectors = SameThreadStrategy.create().start("bench-same", SELECTORS);
        pool = new ThreadPoolExecutor(WORKERS, WORKERS, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        pool.prestartAllCoreThreads();
        wholeBatch();
        sameThread();
        taskPerCall();
        awaitAll();
        room.release(READS_UNDER_WAY);
    }

    /**
     * Stops the threads after all calls have run.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    @TearDown
    public void stop() throws InterruptedException {
        awaitAll();
        workers.shutdownNow();
        selectors.shutdownNow();
        pool.shutdownNow();
        require(workers.awaitTermination(PATIENCE) && selectors.awaitTermination(PATIENCE), "threads that do not end");
        require(pool.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "a pool that does not end");
    }

    private void awaitAll() throws InterruptedException {
        require(
                room.tryAcquire(READS_UNDER_WAY, PATIENCE.toSeconds(), TimeUnit.SECONDS),
                "calls that were refused or never run");
    }

    /**
     * Uses the worker-thread strategy: one hand-over, and another one to a helper if there is more than one call.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    @Benchmark
    public void wholeBatch() throws InterruptedException {
        room.acquire();
        workers.execute(new TrivialBatch(flow, calls, room));
    }

    /**
     * Submits one task per call to a pool with the same number of threads.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    @Benchmark
    public void taskPerCall() throws InterruptedException {
        room.acquire();
        TrivialBatch batch = new TrivialBatch(flow, calls, room);
        for (int i = 0; i < calls; i++) {
            pool.execute(batch::run);
        }
    }

    /**
     * Uses the same-thread strategy.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    @Benchmark
    public void sameThread() throws InterruptedException {
        room.acquire();
        selectors.execute(new TrivialBatch(selected, calls, room));
    }
}
