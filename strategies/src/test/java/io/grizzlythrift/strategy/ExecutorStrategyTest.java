package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** Tests how the calls of one read are spread over an executor. */
@Test(timeOut = 60_000)
public final class ExecutorStrategyTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS);

    /** A pool that counts its tasks and bounds how many run at a time. */
    private static final class CountingPool extends ThreadPoolExecutor {
        final AtomicInteger tasks = new AtomicInteger();

        CountingPool(int threads) {
            super(0, threads, 1, TimeUnit.MINUTES, new SynchronousQueue<>());
        }

        @Override
        public void execute(Runnable task) {
            super.execute(task);
            tasks.incrementAndGet();
        }
    }

    private static void stop(StrategyThreads threads) throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT), "threads left behind");
    }

    /** Its first call throws. One thread at a time may run it, so no helper runs the others. */
    private static final class FailingBatch extends BlockingBatch {
        FailingBatch(int calls) {
            super(calls);
            holds.forEach(CountDownLatch::countDown);
        }

        @Override
        public boolean isSerial() {
            return true;
        }

        @Override
        public void run(int call) {
            super.run(call);
            if (call == 0) {
                throw new IllegalStateException("a test of a batch that throws");
            }
        }
    }

    public void aBatchThatThrowsRunsItsOtherCalls() throws Exception {
        StrategyThreads threads = new ExecutorStrategy(Executors.newCachedThreadPool()).start("failing", 1);
        BlockingBatch batch = new FailingBatch(3);
        threads.execute(batch);
        batch.awaitEnded();
        stop(threads);
        assertEquals(batch.unflushed(), Set.of(), "a thread kept replies");
    }

    /** With one thread per task, all calls run at the same time. */
    public void slowCallsOfOneBatchRunTogether() throws Exception {
        StrategyThreads threads = new ExecutorStrategy(Executors.newCachedThreadPool()).start("together", 1);
        BlockingBatch batch = new BlockingBatch(50);
        threads.execute(batch);
        Set<Thread> used = new HashSet<>();
        for (int call = 0; call < 50; call++) {
            used.add(batch.awaitStart(call));
        }
        assertEquals(used.size(), 50);
        batch.holds.forEach(CountDownLatch::countDown);
        batch.awaitEnded();
        stop(threads);
        assertEquals(batch.unflushed(), Set.of(), "a thread kept replies");
    }

    public void aLoneCallIsOneTask() throws Exception {
        CountingPool pool = new CountingPool(10);
        StrategyThreads threads = new ExecutorStrategy(pool).start("lone", 1);
        BlockingBatch batch = BlockingBatch.released(1);
        threads.execute(batch);
        batch.awaitEnded();
        stop(threads);
        assertEquals(pool.tasks.get(), 1);
    }

    /** A helper would find no call that it may run. */
    public void aSerialBatchIsOneTask() throws Exception {
        CountingPool pool = new CountingPool(10);
        StrategyThreads threads = new InOrderStrategy(new ExecutorStrategy(pool)).start("serial", 1);
        BlockingBatch batch = BlockingBatch.released(50);
        threads.execute(batch);
        batch.awaitEnded();
        stop(threads);
        assertEquals(pool.tasks.get(), 1);
    }

    /** Only the task of the read itself needs a place. */
    public void aFullExecutorRefusesHelpersAlone() throws Exception {
        CountingPool pool = new CountingPool(1);
        StrategyThreads threads = new ExecutorStrategy(pool).start("full", 1);
        BlockingBatch batch = BlockingBatch.released(50);
        threads.execute(batch);
        batch.awaitEnded();
        BlockingBatch held = new BlockingBatch(1);
        stop(threads);
        assertEquals(pool.tasks.get(), 1);
        threads.execute(held);
        assertEquals(held.rejected.get(), "the server has stopped");
    }

    /** The running call ends; the calls behind it are not started. */
    public void aStopRejectsTheRestOfARunningBatch() throws Exception {
        StrategyThreads threads = new ExecutorStrategy(new CountingPool(1)).start("stopped", 1);
        BlockingBatch batch = new BlockingBatch(3);
        threads.execute(batch);
        batch.awaitStart(0);
        threads.shutdownNow();
        batch.holds.forEach(CountDownLatch::countDown);
        batch.awaitEnded();
        stop(threads);
        assertEquals(batch.runs.stream().map(AtomicInteger::get).toList(), List.of(1, 0, 0));
        assertEquals(batch.rejected.get(), "the server has stopped");
    }

    /** Calls run in order, and the stack does not grow with each of them. */
    public void anExecutorThatRunsTasksAtOnce() throws Exception {
        ExecutorService atOnce =
                new ThreadPoolExecutor(
                        0, 1, 1, TimeUnit.MINUTES, new SynchronousQueue<>(), (task, executor) -> task.run()) {
                    @Override
                    public void execute(Runnable task) {
                        task.run();
                    }
                };
        StrategyThreads threads = new ExecutorStrategy(atOnce).start("at-once", 1);
        BlockingBatch batch = BlockingBatch.released(20_000);
        threads.execute(batch);
        batch.started.forEach(thread -> assertSame(thread.getNow(null), Thread.currentThread()));
        assertEquals(batch.flushes.get(), 1);
        stop(threads);
    }
}
