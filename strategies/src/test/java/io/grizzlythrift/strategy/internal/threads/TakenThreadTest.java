package io.grizzlythrift.strategy.internal.threads;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.internal.util.UncaughtLog;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests that a task is not lost if it is assigned to an idle thread that was taken from the stack while the pool stops. */
@Test(timeOut = 60_000)
public class TakenThreadTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private CallThreadPool<PoolThread> threads;

    @BeforeMethod
    void start() {
        UncaughtLog uncaught = new UncaughtLog(StrategyThreads.class);
        threads = new CallThreadPool<>(1, 0, 10, uncaught, pool -> new PoolThread(pool, "taken", uncaught));
    }

    @AfterMethod(alwaysRun = true)
    void stop() throws Exception {
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT), "a thread is left behind");
    }

    private static void await(String failure, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - begin < TIMEOUT.toNanos(), failure);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
        }
    }

    /** Takes the idle thread, and stops the pool before the thread is assigned a task. */
    private PoolThread takenWhileStopping(Work work) {
        List<PoolThread> taken = new ArrayList<>();
        await("the thread is not idle", () -> {
            PoolThread idle = threads.replaceCurrent(work);
            return idle != null && taken.add(idle);
        });
        PoolThread thread = taken.get(0);
        threads.shutdownNow();
        await("the thread does not look", () -> hasLooked(thread));
        return thread;
    }

    /** Whether the thread has handled its interrupt, and now waits or has ended. */
    private static boolean hasLooked(Thread thread) {
        return !thread.isInterrupted()
                && (thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TERMINATED);
    }

    public void workIsRejectedOnce() throws Exception {
        BlockingBatch batch = BlockingBatch.released(3);
        Work work = new Work(batch);
        takenWhileStopping(work).assign(work);
        assertEquals(batch.rejected.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS), ClaimLoop.STOPPED);
        batch.awaitEnded();
        batch.runs.forEach(count -> assertEquals(count.get(), 0));
        assertTrue(threads.awaitTermination(TIMEOUT), "the thread does not end");
    }

    /** For example the selector of a leader that hands it over. */
    public void aTaskIsRunOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        Runnable task = () -> {
            runs.incrementAndGet();
            ran.complete(Thread.currentThread());
        };
        PoolThread taken = takenWhileStopping(new Work(BlockingBatch.released(1)));
        taken.assign(task);
        assertEquals(ran.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS), taken);
        assertTrue(threads.awaitTermination(TIMEOUT), "the thread does not end");
        assertEquals(runs.get(), 1);
    }

    /** A thread that was not taken ends at once. */
    public void anIdleThreadEnds() throws Exception {
        Work work = new Work(BlockingBatch.released(1));
        PoolThread[] idle = new PoolThread[1];
        await("the thread is not idle", () -> (idle[0] = threads.replaceCurrent(work)) != null);
        threads.undoBegin(work);
        idle[0].assign((Runnable) () -> {});
        await("the thread is not idle again", () -> idle[0].getState() == Thread.State.WAITING);
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT), "the thread waits for ever");
    }
}
