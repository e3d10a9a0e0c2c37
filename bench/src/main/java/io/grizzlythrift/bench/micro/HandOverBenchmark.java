package io.grizzlythrift.bench.micro;

import io.grizzlythrift.strategy.CallFlow;
import io.grizzlythrift.strategy.SameThreadStrategy;
import io.grizzlythrift.strategy.StrategyThreads;
import io.grizzlythrift.strategy.WorkerThreadStrategy;
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
 * The calls of one read on their way from the thread that read them to those that run them; {@value #READS_UNDER_WAY}
 * reads at most are under way. Time and allocation are per read, not per call.
 *
 * <p>Decides that a batch is handed over whole and claimed call by call, not cut into a task for each call.
 * {@code sameThread} is what the calls cost without any hand-over. The leader-follower strategy is not here: it moves
 * the selector instead of the calls, which takes a transport.
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

    /** Makes the benchmark; JMH does. */
    public HandOverBenchmark() {}

    /**
     * Starts the threads and has each way run one batch.
     *
     * @throws InterruptedException if the thread is told to stop
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
     * Ends the threads, once all calls have run.
     *
     * @throws InterruptedException if the thread is told to stop
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
     * The worker-thread strategy: one hand-over, and one to a helper if there is more than one call.
     *
     * @throws InterruptedException if the thread is told to stop
     */
    @Benchmark
    public void wholeBatch() throws InterruptedException {
        room.acquire();
        workers.execute(new TrivialBatch(flow, calls, room));
    }

    /**
     * A task for each call, for a pool of as many threads.
     *
     * @throws InterruptedException if the thread is told to stop
     */
    @Benchmark
    public void taskPerCall() throws InterruptedException {
        room.acquire();
        TrivialBatch batch = new TrivialBatch(flow, calls, room);
        for (int i = 0; i < calls; i++) {
            int call = i;
            pool.execute(() -> batch.run(call));
        }
    }

    /**
     * The same-thread strategy.
     *
     * @throws InterruptedException if the thread is told to stop
     */
    @Benchmark
    public void sameThread() throws InterruptedException {
        room.acquire();
        selectors.execute(new TrivialBatch(selected, calls, room));
    }
}
