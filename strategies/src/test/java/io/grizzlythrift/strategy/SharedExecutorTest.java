package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests worker-thread on an executor that belongs to somebody else, beyond the contract of all strategies. */
@Test(timeOut = 60_000)
public final class SharedExecutorTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS);

    private static void stop(StrategyThreads threads) throws InterruptedException {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT), "threads left behind");
    }

    public void theExecutorOutlivesTheServer() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            for (int i = 0; i < 2; i++) {
                StrategyThreads threads = WorkerThreadStrategy.of(executor, 1).start("shared", 1);
                BlockingBatch batch = BlockingBatch.released(3);
                threads.execute(batch);
                batch.awaitEnded();
                stop(threads);
                batch.runs.forEach(count -> assertEquals(count.get(), 1));
            }
            assertFalse(executor.isShutdown());
        } finally {
            executor.shutdown();
        }
    }

    /** The stop interrupts the handler, and the thread takes its interrupt to no other task. */
    public void theNextTaskOfTheThreadIsNotInterrupted() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            StrategyThreads threads = WorkerThreadStrategy.of(executor, 1).start("interrupted", 1);
            BlockingBatch batch = new BlockingBatch(1) {
                @Override
                protected void run(int call) {
                    super.run(call);
                    Thread.currentThread().interrupt(); // a handler that restores it
                }
            };
            threads.execute(batch);
            batch.awaitStart(0);
            CompletableFuture<Boolean> next = new CompletableFuture<>();
            executor.execute(() -> next.complete(Thread.interrupted()));
            stop(threads);
            batch.interrupted.get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertFalse(next.get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } finally {
            executor.shutdown();
        }
    }

    /** An executor that is busy with something else gets no more than it was promised; the queue has the rest. */
    public void fewTasksWaitInTheExecutor() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        StrategyThreads threads = WorkerThreadStrategy.of(tasks::add, 4).start("bounded", 1);
        List<BlockingBatch> batches = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            batches.add(BlockingBatch.released(1));
            threads.execute(batches.get(i));
        }
        assertEquals(tasks.size(), 4);
        tasks.remove().run();
        assertEquals(
                batches.stream().filter(batch -> batch.runs.get(0).get() == 1).count(), 17, "all that waited");
        tasks.forEach(Runnable::run);
        batches.forEach(batch -> assertEquals(batch.runs.get(0).get(), 1));
        stop(threads);
    }

    public void aRejectedTaskRejectsItsCalls() throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        boolean[] full = {true};
        StrategyThreads threads = WorkerThreadStrategy.of(
                        task -> {
                            if (full[0]) {
                                throw new RejectedExecutionException("full");
                            }
                            tasks.add(task);
                        },
                        1)
                .start("rejected", 1);
        BlockingBatch rejected = BlockingBatch.released(2);
        threads.execute(rejected);
        assertEquals(rejected.rejected.getNow("not rejected"), "the executor rejected the call");
        full[0] = false;
        BlockingBatch next = BlockingBatch.released(2);
        threads.execute(next);
        tasks.remove().run();
        assertEquals(next.runs.get(1).get(), 1);
        stop(threads);
    }

    /** An executor that rejects a task while the next read is queued, and is full or has room after that. */
    @Test(dataProvider = "fullOrNot")
    public void aReadIsQueuedWhileATaskIsRejected(boolean staysFull) throws Exception {
        Queue<Runnable> tasks = new ArrayDeque<>();
        BlockingBatch queued = BlockingBatch.released(1);
        List<Runnable> whenFull = new ArrayList<>();
        StrategyThreads threads = WorkerThreadStrategy.of(
                        task -> {
                            if (!whenFull.isEmpty()) {
                                Runnable meanwhile = whenFull.remove(0);
                                meanwhile.run();
                                throw new RejectedExecutionException("full");
                            }
                            tasks.add(task);
                        },
                        2)
                .start("rejected", 1);
        BlockingBatch waiting = BlockingBatch.released(1);
        threads.execute(waiting);
        whenFull.add(() -> threads.execute(queued));
        if (staysFull) {
            whenFull.add(() -> {});
        }
        BlockingBatch rejected = BlockingBatch.released(1);
        threads.execute(rejected);
        assertEquals(rejected.rejected.getNow("not rejected"), "the executor rejected the call");
        assertEquals(tasks.size(), staysFull ? 1 : 2, "tasks");
        assertFalse(queued.rejected.isDone(), "rejected, although a task will find it");
        tasks.forEach(Runnable::run);
        assertEquals(waiting.runs.get(0).get(), 1);
        assertEquals(queued.runs.get(0).get(), 1);
        stop(threads);
    }

    @DataProvider
    static Object[][] fullOrNot() {
        return new Object[][] {{true}, {false}};
    }

    /** As a ThreadPoolExecutor that has queued the task, and finds no memory for a thread. */
    public void aTaskThatRunsAlthoughItsStartFailedTakesNoPlace() throws Exception {
        List<Runnable> tasks = new ArrayList<>();
        boolean[] fails = {true};
        StrategyThreads threads = WorkerThreadStrategy.of(
                        task -> {
                            tasks.add(task);
                            if (fails[0]) {
                                throw new OutOfMemoryError("a thread");
                            }
                        },
                        1)
                .start("failed", 1);
        BlockingBatch rejected = BlockingBatch.released(1);
        threads.execute(rejected);
        assertTrue(rejected.rejected.isDone());
        fails[0] = false;
        threads.execute(BlockingBatch.released(1));
        tasks.get(0).run();
        assertEquals(rejected.runs.get(0).get(), 0, "ran after the rejection");
        threads.execute(BlockingBatch.released(1));
        assertEquals(tasks.size(), 2, "tasks of a strategy with one place");
        tasks.get(1).run();
        stop(threads);
    }

    /** As after the shutdown of the executor, or in one that never gets to the task. */
    public void aTaskThatNeverRunsDelaysNoStop() throws Exception {
        List<Runnable> tasks = new ArrayList<>();
        StrategyThreads threads = WorkerThreadStrategy.of(tasks::add, 1).start("dropped", 1);
        BlockingBatch submitted = BlockingBatch.released(2);
        threads.execute(submitted);
        BlockingBatch queued = BlockingBatch.released(1);
        threads.execute(queued);
        stop(threads);
        assertEquals(submitted.rejected.getNow("not rejected"), "the server has stopped");
        assertEquals(queued.rejected.getNow("not rejected"), "the server has stopped");
        tasks.get(0).run();
        assertEquals(submitted.runs.get(0).get(), 0, "ran after the stop");
    }

    @DataProvider
    static Object[][] droppingHandlers() {
        return new Object[][] {
            {new ThreadPoolExecutor.DiscardPolicy()}, {new ThreadPoolExecutor.DiscardOldestPolicy()},
        };
    }

    /** Calls of a dropped task would get no reply. */
    @Test(dataProvider = "droppingHandlers")
    public void anExecutorThatDropsTasksIsRefused(RejectedExecutionHandler dropping) {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), dropping);
        String name = dropping.getClass().getSimpleName();
        for (ThrowingRunnable made : List.<ThrowingRunnable>of(
                () -> WorkerThreadStrategy.of(executor, 1), () -> new ExecutorStrategy(executor))) {
            IllegalArgumentException failure = expectThrows(IllegalArgumentException.class, made);
            assertTrue(failure.getMessage().contains(name), failure.getMessage());
        }
    }

    public void argumentsAreChecked() {
        assertThrows(NullPointerException.class, () -> WorkerThreadStrategy.of(null, 1));
        assertThrows(IllegalArgumentException.class, () -> WorkerThreadStrategy.of(Runnable::run, 0));
    }
}
