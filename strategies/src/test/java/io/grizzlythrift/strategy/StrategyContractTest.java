package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What every strategy must do; those with several threads of their own must also spread and bound the calls. */
public class StrategyContractTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(HeldBatch.TIMEOUT_SECONDS);

    private final List<StrategyThreads> running = new ArrayList<>();

    @DataProvider
    Object[][] all() {
        return new Object[][] {
            {SameThreadStrategy.create()}, {WorkerThreadStrategy.ofThreads(4)}, {LeaderFollowerStrategy.ofThreads(4)}
        };
    }

    @DataProvider
    Object[][] pooled() {
        return new Object[][] {{WorkerThreadStrategy.ofThreads(4)}, {LeaderFollowerStrategy.ofThreads(4)}};
    }

    /** One thread, and one place in the queue: leader-follower needs two threads, but here no selector takes one. */
    @DataProvider
    Object[][] withQueueOfOne() {
        return new Object[][] {
            {WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1), 1},
            {LeaderFollowerStrategy.ofThreads(2).withQueueCapacity(1), 2}
        };
    }

    @AfterMethod
    void stop() throws Exception {
        for (StrategyThreads threads : running) {
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(TIMEOUT), "threads left behind");
        }
        running.clear();
    }

    private StrategyThreads start(ProcessingStrategy strategy) {
        StrategyThreads threads = strategy.start("contract", 1);
        running.add(threads);
        return threads;
    }

    @Test(dataProvider = "all", timeOut = 60_000)
    void runsEveryCallOnceAndFlushes(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        List<HeldBatch> batches = new ArrayList<>();
        for (int size = 1; size <= 200; size++) {
            HeldBatch batch = HeldBatch.released(size);
            batches.add(batch);
            threads.execute(batch);
        }
        for (HeldBatch batch : batches) {
            batch.awaitAnswered();
            batch.runs.forEach(count -> assertEquals(count.get(), 1));
        }
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT));
        batches.forEach(batch -> assertTrue(batch.unflushed().isEmpty(), "a thread kept replies"));
    }

    @Test(timeOut = 60_000)
    void sameThreadRunsOnTheCaller() throws Exception {
        HeldBatch batch = HeldBatch.released(3);
        start(SameThreadStrategy.create()).execute(batch);
        for (int call = 0; call < 3; call++) {
            assertEquals(batch.started.get(call).getNow(null), Thread.currentThread());
        }
    }

    @Test(dataProvider = "pooled", timeOut = 60_000)
    void slowCallsOfOneBatchSpreadOverAllThreads(ProcessingStrategy strategy) throws Exception {
        HeldBatch batch = new HeldBatch(4);
        start(strategy).execute(batch);
        Set<Thread> used = new HashSet<>();
        for (int call = 0; call < 4; call++) {
            used.add(batch.awaitStart(call));
        }
        assertEquals(used.size(), 4);
        used.forEach(thread -> assertNotSame(thread, Thread.currentThread()));
        used.forEach(thread -> assertTrue(thread.getName().startsWith("contract-"), thread.getName()));
        batch.holds.forEach(hold -> hold.countDown());
        batch.awaitAnswered();
    }

    @DataProvider
    Object[][] withTheirThreads() {
        return new Object[][] {{WorkerThreadStrategy.ofThreads(1), 1}, {LeaderFollowerStrategy.ofThreads(2), 2}};
    }

    /**
     * A batch is handed over whole, however many calls it has: each thread that claims some of them wakes one helper at
     * most, so there are one hand-over and as many helpers as threads at most, each of which flushes once.
     */
    @Test(dataProvider = "withTheirThreads", timeOut = 60_000)
    void batchIsHandedOverWhole(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        HeldBatch batch = HeldBatch.released(1_000);
        threads.execute(batch);
        batch.awaitAnswered();
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT));
        assertTrue(batch.flushes.get() <= 1 + threadCount, batch.flushes + " hand-overs");
    }

    @Test(dataProvider = "pooled", timeOut = 60_000)
    void slowBatchDoesNotStopAnother(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        HeldBatch slow = new HeldBatch(1);
        threads.execute(slow);
        slow.awaitStart(0);
        HeldBatch fast = HeldBatch.released(10);
        threads.execute(fast);
        fast.awaitAnswered();
        assertEquals(slow.holds.get(0).getCount(), 1);
        slow.holds.get(0).countDown();
    }

    @Test(dataProvider = "withQueueOfOne", timeOut = 60_000)
    void batchWithoutRoomIsRefusedAndTheNextOneServed(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        List<HeldBatch> busy = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            busy.add(new HeldBatch(1));
            threads.execute(busy.get(i));
            busy.get(i).awaitStart(0);
        }
        HeldBatch waiting = HeldBatch.released(2);
        threads.execute(waiting);
        HeldBatch tooMany = new HeldBatch(3);
        threads.execute(tooMany);
        String reason = tooMany.refused.get(HeldBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertTrue(reason.contains("1 reads wait"), reason);
        assertFalse(waiting.refused.isDone());
        busy.forEach(batch -> batch.holds.get(0).countDown());
        waiting.awaitAnswered();
        HeldBatch next = HeldBatch.released(1);
        threads.execute(next);
        next.awaitAnswered();
        assertFalse(next.refused.isDone());
    }

    @Test(dataProvider = "withQueueOfOne", timeOut = 60_000)
    void shutdownInterruptsHandlersAndRefusesWhatWaits(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        List<HeldBatch> busy = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            busy.add(new HeldBatch(1));
            threads.execute(busy.get(i));
            busy.get(i).awaitStart(0);
        }
        HeldBatch waiting = new HeldBatch(2);
        threads.execute(waiting);
        threads.shutdownNow();
        for (HeldBatch batch : busy) {
            batch.interrupted.get(HeldBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        assertTrue(
                waiting.refused.get(HeldBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS).contains("stopped"));
        assertTrue(threads.awaitTermination(TIMEOUT));
        HeldBatch late = new HeldBatch(1);
        threads.execute(late);
        assertTrue(late.refused.get(HeldBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS).contains("stopped"));
    }

    @Test
    void boundsAreCheckedAndNamed() {
        assertRefused("threads is 0, must be 1 to 10000", () -> WorkerThreadStrategy.ofThreads(0));
        assertRefused("threads is 10001, must be 1 to 10000", () -> WorkerThreadStrategy.ofThreads(10_001));
        assertRefused("threads is 1, must be 2 to 10000", () -> LeaderFollowerStrategy.ofThreads(1));
        assertRefused("threads is 10001, must be 2 to 10000", () -> LeaderFollowerStrategy.ofThreads(10_001));
        assertRefused(
                "queueCapacity is 0, must be 1 to",
                () -> WorkerThreadStrategy.ofThreads(1).withQueueCapacity(0));
        assertRefused(
                "queueCapacity is 0, must be 1 to",
                () -> LeaderFollowerStrategy.ofThreads(2).withQueueCapacity(0));
        assertRefused(
                "selectorThreads is 2, must be less than the 2 threads",
                () -> LeaderFollowerStrategy.ofThreads(2).checkSelectorThreads(2));
        LeaderFollowerStrategy.ofThreads(2).checkSelectorThreads(1);
    }

    private static void assertRefused(String message, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith(message), e.getMessage());
            return;
        }
        throw new AssertionError("accepted; expected: " + message);
    }
}
