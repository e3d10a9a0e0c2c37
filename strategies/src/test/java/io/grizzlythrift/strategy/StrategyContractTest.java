package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.strategy.internal.threads.CallThreadPool;
import io.grizzlythrift.strategy.spi.Call;
import io.grizzlythrift.strategy.spi.CallBatch;
import io.grizzlythrift.strategy.spi.CallFlow;
import io.grizzlythrift.strategy.spi.QueuePolicy;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the contract of every strategy. Strategies with several threads must also distribute and bound the calls. */
public class StrategyContractTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS);

    /** Never shut down by a strategy. */
    private static final ExecutorService SHARED = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "contract-shared");
        thread.setDaemon(true);
        return thread;
    });

    private final AtomicInteger names = new AtomicInteger();
    private final List<StrategyThreads> running = new ArrayList<>();

    @DataProvider
    Object[][] all() {
        return supported(new Object[][] {
            {SameThreadStrategy.create()},
            {WorkerThreadStrategy.ofThreads(4)},
            {WorkerThreadStrategy.of(SHARED, 4)},
            {LeaderFollowerStrategy.ofThreads(4)},
            {AdaptiveStrategy.ofThreads(4)},
            {new ExecutorStrategy(Executors.newCachedThreadPool())},
            {new ExecutorStrategy(Executors.newFixedThreadPool(4))},
            {VirtualThreadStrategy.ofThreads(4)}
        });
    }

    @DataProvider
    Object[][] pooled() {
        return supported(new Object[][] {
            {WorkerThreadStrategy.ofThreads(4)},
            {WorkerThreadStrategy.of(SHARED, 4)},
            {LeaderFollowerStrategy.ofThreads(4)},
            {AdaptiveStrategy.ofThreads(4)},
            {VirtualThreadStrategy.ofThreads(4)}
        });
    }

    /** One thread and a queue for one read. */
    @DataProvider
    Object[][] withQueueOfOne() {
        return supported(new Object[][] {
            {WorkerThreadStrategy.ofThreads(1).withQueueCapacity(1), 1},
            {WorkerThreadStrategy.of(SHARED, 1).withQueueCapacity(1), 1},
            {LeaderFollowerStrategy.ofThreads(1).withQueueCapacity(1), 1},
            {AdaptiveStrategy.ofThreads(1).withQueueCapacity(1), 1},
            {VirtualThreadStrategy.ofThreads(1).withQueueCapacity(1), 1}
        });
    }

    /** Without the rows of virtual threads where the JDK has none. */
    private static Object[][] supported(Object[][] rows) {
        return Stream.of(rows)
                .filter(row -> VirtualThreadStrategy.isSupported() || !(row[0] instanceof VirtualThreadStrategy))
                .toArray(Object[][]::new);
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
        StrategyThreads threads = strategy.start("contract-" + names.incrementAndGet(), 1);
        running.add(threads);
        return threads;
    }

    @Test(dataProvider = "all", timeOut = 60_000)
    void runsEveryCallOnceAndFlushes(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> batches = new ArrayList<>();
        for (int size = 1; size <= 200; size++) {
            BlockingBatch batch = BlockingBatch.released(size);
            batches.add(batch);
            threads.execute(batch);
        }
        for (BlockingBatch batch : batches) {
            batch.awaitEnded();
            batch.runs.forEach(count -> assertEquals(count.get(), 1));
        }
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT));
        batches.forEach(batch -> assertTrue(batch.unflushed().isEmpty(), "a thread kept replies"));
    }

    @Test(dataProvider = "all", timeOut = 60_000)
    void onlyPoolsHaveAQueueWithAPolicy(ProcessingStrategy strategy) {
        StrategyThreads threads = start(strategy);
        boolean pooled = strategy instanceof WorkerThreadStrategy
                || strategy instanceof LeaderFollowerStrategy
                || strategy instanceof AdaptiveStrategy
                || strategy instanceof VirtualThreadStrategy;
        assertEquals(threads.apply(new QueuePolicy(true, Optional.of(TIMEOUT))), pooled);
        assertFalse(threads.isOverloaded(new CallFlow()));
    }

    /** Both threads are busy; what waits is served by priority, not in the order of its arrival. */
    @Test(dataProvider = "withQueueOfTwoThreads", timeOut = 60_000)
    void servesHigherPrioritiesFirst(ProcessingStrategy strategy, int busyThreads) throws Exception {
        StrategyThreads threads = start(strategy);
        assertTrue(threads.apply(new QueuePolicy(true, Optional.empty())));
        List<BlockingBatch> busy = new ArrayList<>();
        for (int i = 0; i < busyThreads; i++) {
            BlockingBatch batch = new BlockingBatch(1);
            busy.add(batch);
            threads.execute(batch);
            batch.awaitStart(0);
        }
        BlockingBatch low = BlockingBatch.released(1);
        low.priority = CallBatch.PRIORITIES - 1;
        BlockingBatch high = new BlockingBatch(1);
        high.priority = 0;
        threads.execute(low);
        threads.execute(high);
        busy.get(0).holds.get(0).countDown();
        high.awaitStart(0);
        assertFalse(low.started.get(0).isDone());
        high.holds.get(0).countDown();
        low.awaitEnded();
        busy.forEach(batch -> batch.holds.get(0).countDown());
    }

    @DataProvider
    Object[][] withQueueOfTwoThreads() {
        return supported(new Object[][] {
            {WorkerThreadStrategy.ofThreads(2), 2},
            {WorkerThreadStrategy.of(SHARED, 2), 2},
            {LeaderFollowerStrategy.ofThreads(2), 2},
            {VirtualThreadStrategy.ofThreads(2), 2}
        });
    }

    @Test(timeOut = 60_000)
    void sameThreadRunsOnTheCaller() throws Exception {
        BlockingBatch batch = BlockingBatch.released(3);
        start(SameThreadStrategy.create()).execute(batch);
        for (int call = 0; call < 3; call++) {
            assertEquals(batch.started.get(call).getNow(null), Thread.currentThread());
        }
    }

    @Test(dataProvider = "pooled", timeOut = 60_000)
    void slowCallsOfOneBatchSpreadOverAllThreads(ProcessingStrategy strategy) throws Exception {
        BlockingBatch batch = new BlockingBatch(4);
        start(strategy).execute(batch);
        Set<Thread> used = new HashSet<>();
        for (int call = 0; call < 4; call++) {
            used.add(batch.awaitStart(call));
        }
        assertEquals(used.size(), 4);
        used.forEach(thread -> assertNotSame(thread, Thread.currentThread()));
        String name = strategy.toString().contains("executor=") ? "contract-shared" : "contract-" + names.get() + "-";
        used.forEach(thread -> assertTrue(thread.getName().startsWith(name), thread.getName()));
        batch.holds.forEach(hold -> hold.countDown());
        batch.awaitEnded();
    }

    /** Regardless of how many calls the first flow has, in one batch or in many. */
    @Test(dataProvider = "pooled", timeOut = 60_000)
    void aFlowAloneGetsAllThreadsAndALaterOneDoesNotWaitForThem(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        CallFlow greedy = new CallFlow();
        BlockingBatch slow = new BlockingBatch(greedy, 100);
        threads.execute(slow);
        List<BlockingBatch> more = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            more.add(new BlockingBatch(greedy, 2));
            threads.execute(more.get(i));
        }
        more.add(slow);
        assertEquals(runningOf(more, 4), 4);
        for (int i = 0; i < 10; i++) {
            BlockingBatch sparse = BlockingBatch.released(1);
            threads.execute(sparse);
            sparse.awaitEnded();
        }
        assertEquals(running(more), 4);
        more.forEach(batch -> batch.holds.forEach(CountDownLatch::countDown));
        for (BlockingBatch batch : more) {
            batch.awaitEnded();
        }
    }

    /** A flow that had all threads keeps three of four, and no more threads run calls than may, however many calls wait. */
    @Test(dataProvider = "pooled", timeOut = 60_000)
    void aThreadGoesBackWhenAnotherFlowWantsIt(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> first = new ArrayList<>();
        CallFlow flow = new CallFlow();
        for (int i = 0; i < 10; i++) {
            first.add(new BlockingBatch(flow, 1));
            threads.execute(first.get(i));
        }
        assertEquals(runningOf(first, 4), 4);
        List<BlockingBatch> second = new ArrayList<>();
        CallFlow other = new CallFlow();
        for (int i = 0; i < 10; i++) {
            second.add(new BlockingBatch(other, 1));
            threads.execute(second.get(i));
        }
        assertEquals(runningOf(second, 1), 1, "on the spare thread");
        assertTrue(releaseOne(first));
        assertTrue(releaseOne(second));
        runningOf(second, 1);
        BlockingBatch sparse = BlockingBatch.released(1);
        threads.execute(sparse);
        assertTrue(releaseOne(second));
        sparse.awaitEnded();
        runningOf(second, 1);
        assertEquals(running(first), 3);
        assertEquals(running(second), 1);
        List<BlockingBatch> all = new ArrayList<>(first);
        all.addAll(second);
        all.forEach(batch -> batch.holds.forEach(CountDownLatch::countDown));
        for (BlockingBatch batch : all) {
            batch.awaitEnded();
            assertEquals(batch.runs.get(0).get(), 1);
        }
    }

    /**
     * All threads run batches of greedy flows. The next thread that ends a call leaves its batch; it may run one more call
     * first if it has only just seen that another flow waits.
     */
    @Test(dataProvider = "pooled", timeOut = 60_000)
    void threadLeavesABatchWhileAnotherFlowWaits(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> before = keepBusy(threads, 4);
        List<BlockingBatch> greedy = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            greedy.add(new BlockingBatch(100));
            threads.execute(greedy.get(i));
        }
        // Each of these threads takes a batch. Idle ones could all take the first, and the spare thread the second.
        before.forEach(batch -> batch.holds.get(0).countDown());
        assertEquals(runningOf(greedy, 4), 4);
        BlockingBatch sparse = BlockingBatch.released(1);
        threads.execute(sparse);
        int released = 0;
        while (sparse.runs.get(0).get() == 0) {
            runningOf(greedy, 4);
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < 2 * CallThreadPool.SLICE_NANOS) {
                Thread.onSpinWait();
            }
            assertTrue(releaseOne(greedy) && ++released <= 2 * 4, "served only after " + released + " calls");
            while (sparse.runs.get(0).get() == 0 && running(greedy) < 4) {
                Thread.onSpinWait();
            }
        }
        sparse.awaitEnded();
        greedy.forEach(batch -> batch.holds.forEach(CountDownLatch::countDown));
        for (BlockingBatch batch : greedy) {
            batch.awaitEnded();
            batch.runs.forEach(runs -> assertEquals(runs.get(), 1));
        }
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT));
        greedy.forEach(batch -> assertTrue(batch.unflushed().isEmpty(), "a thread kept replies"));
    }

    private static long runningOf(List<BlockingBatch> batches, int expected) {
        while (running(batches) < expected) {
            Thread.onSpinWait();
        }
        return running(batches);
    }

    private static long running(List<BlockingBatch> batches) {
        long running = 0;
        for (BlockingBatch batch : batches) {
            for (int call = 0; call < batch.runs.size(); call++) {
                running +=
                        batch.runs.get(call).get() > 0 && batch.holds.get(call).getCount() > 0 ? 1 : 0;
            }
        }
        return running;
    }

    private static boolean releaseOne(List<BlockingBatch> batches) {
        for (BlockingBatch batch : batches) {
            for (int call = 0; call < batch.runs.size(); call++) {
                if (batch.runs.get(call).get() > 0 && batch.holds.get(call).getCount() > 0) {
                    batch.holds.get(call).countDown();
                    return true;
                }
            }
        }
        return false;
    }

    /** Occupies all threads, each with a call that has started. */
    private static List<BlockingBatch> keepBusy(StrategyThreads threads, int threadCount) throws Exception {
        List<BlockingBatch> busy = new ArrayList<>();
        for (int i = 0; i < threadCount; i++) {
            busy.add(new BlockingBatch(1));
            threads.execute(busy.get(i));
            busy.get(i).awaitStart(0);
        }
        return busy;
    }

    /** The queue is full for one flow and still has room for another. */
    @Test(dataProvider = "withLongQueue", timeOut = 60_000)
    void fullQueueRejectsTheFlowThatFillsIt(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> busy = keepBusy(threads, threadCount);
        CallFlow greedy = new CallFlow();
        List<BlockingBatch> waiting = new ArrayList<>();
        for (int i = 0; i < 18; i++) {
            waiting.add(BlockingBatch.released(greedy, 1));
            threads.execute(waiting.get(i));
            assertEquals(waiting.get(i).rejected.isDone(), i >= 16, "read " + i);
        }
        String reason = waiting.get(17).rejected.getNow("");
        assertEquals(reason, "16 reads wait for a thread, 16 of them of this connection; queueCapacity is 18");
        BlockingBatch sparse = BlockingBatch.released(1);
        threads.execute(sparse);
        busy.forEach(batch -> batch.holds.get(0).countDown());
        sparse.awaitEnded();
        assertFalse(sparse.rejected.isDone());
    }

    /** A peer that sends each call after reading the previous reply overtakes peers with a backlog. */
    @Test(dataProvider = "withOneMoreThread", timeOut = 60_000)
    void aFlowWithOneCallAtATimeGoesFirst(ProcessingStrategy strategy, int busyThreads) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> busy = keepBusy(threads, busyThreads);
        CallFlow sparse = new CallFlow();
        BlockingBatch first = new BlockingBatch(sparse, 1);
        BlockingBatch second = BlockingBatch.released(sparse, 1);
        first.inFlush = () -> threads.execute(second);
        threads.execute(first);
        first.awaitStart(0);
        List<BlockingBatch> backlogs = List.of(new BlockingBatch(2), new BlockingBatch(2));
        backlogs.forEach(threads::execute);
        first.holds.get(0).countDown();
        second.awaitEnded();
        backlogs.get(0).awaitStart(0);
        busy.forEach(batch -> batch.holds.get(0).countDown());
        backlogs.forEach(batch -> batch.holds.forEach(CountDownLatch::countDown));
        for (BlockingBatch batch : backlogs) {
            batch.awaitEnded();
        }
    }

    @DataProvider
    Object[][] withOneMoreThread() {
        return new Object[][] {
            {WorkerThreadStrategy.ofThreads(1), 0},
            {WorkerThreadStrategy.ofThreads(2), 1},
            {LeaderFollowerStrategy.ofThreads(2), 1},
            {LeaderFollowerStrategy.ofThreads(3), 2}
        };
    }

    @DataProvider
    Object[][] withLongQueue() {
        return new Object[][] {
            {WorkerThreadStrategy.ofThreads(1).withQueueCapacity(18), 1},
            {LeaderFollowerStrategy.ofThreads(1).withQueueCapacity(18), 1}
        };
    }

    /** Threads survive an Error from any method of a batch and run the calls of other batches. */
    @Test(dataProvider = "pooled", timeOut = 60_000)
    void errorsDoNotEndThreads(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        for (int i = 0; i < 20; i++) {
            threads.execute(new ThrowingBatch(i % 4));
        }
        BlockingBatch batch = new BlockingBatch(3);
        threads.execute(batch);
        for (int call = 0; call < 3; call++) {
            batch.awaitStart(call);
        }
        batch.holds.forEach(CountDownLatch::countDown);
        batch.awaitEnded();
    }

    /** A batch of two calls that throws an Error from one of its methods. */
    private static final class ThrowingBatch implements CallBatch {
        private final CallFlow flow = new CallFlow();
        private final AtomicInteger next = new AtomicInteger();
        private final int where;

        ThrowingBatch(int where) {
            this.where = where;
        }

        private void throwAt(int place) {
            if (place == where) {
                throw new OutOfMemoryError("made up by a test");
            }
        }

        @Override
        public CallFlow flow() {
            return flow;
        }

        @Override
        public Call claim() {
            throwAt(0);
            return next.getAndIncrement() < 2 ? () -> throwAt(2) : null;
        }

        @Override
        public int unclaimed() {
            if (next.get() > 0) { // on a thread of the strategy
                throwAt(1);
            }
            return Math.max(0, 2 - next.get());
        }

        @Override
        public void flush() {
            throwAt(3);
        }

        @Override
        public void flushLater() {}

        @Override
        public void reject(String reason) {}
    }

    @DataProvider
    Object[][] withTheirThreads() {
        return new Object[][] {{WorkerThreadStrategy.ofThreads(1), 1}, {LeaderFollowerStrategy.ofThreads(2), 2}};
    }

    /**
     * A batch is handed over once, however many calls it has. Each thread that claims some of them wakes at most one helper,
     * so there is one hand-over, at most one helper per thread, and one flush per thread.
     */
    @Test(dataProvider = "withTheirThreads", timeOut = 60_000)
    void batchIsHandedOverWhole(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        BlockingBatch batch = BlockingBatch.released(1_000);
        threads.execute(batch);
        batch.awaitEnded();
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(TIMEOUT));
        assertTrue(batch.flushes.get() <= 1 + threadCount, batch.flushes + " hand-overs");
    }

    @Test(dataProvider = "pooled", timeOut = 60_000)
    void slowBatchDoesNotStopAnother(ProcessingStrategy strategy) throws Exception {
        StrategyThreads threads = start(strategy);
        BlockingBatch slow = new BlockingBatch(1);
        threads.execute(slow);
        slow.awaitStart(0);
        BlockingBatch fast = BlockingBatch.released(10);
        threads.execute(fast);
        fast.awaitEnded();
        assertEquals(slow.holds.get(0).getCount(), 1);
        slow.holds.get(0).countDown();
    }

    @Test(dataProvider = "withQueueOfOne", timeOut = 60_000)
    void batchWithoutRoomIsRejectedAndTheNextOneServed(ProcessingStrategy strategy, int threadCount) throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> busy = keepBusy(threads, threadCount);
        BlockingBatch waiting = BlockingBatch.released(2);
        threads.execute(waiting);
        BlockingBatch tooMany = new BlockingBatch(3);
        threads.execute(tooMany);
        String reason = tooMany.rejected.get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertTrue(reason.contains("1 reads wait"), reason);
        assertFalse(waiting.rejected.isDone());
        busy.forEach(batch -> batch.holds.get(0).countDown());
        waiting.awaitEnded();
        BlockingBatch next = BlockingBatch.released(1);
        threads.execute(next);
        next.awaitEnded();
        assertFalse(next.rejected.isDone());
    }

    @Test(dataProvider = "withQueueOfOne", timeOut = 60_000)
    void shutdownInterruptsHandlersAndRejectsQueuedBatches(ProcessingStrategy strategy, int threadCount)
            throws Exception {
        StrategyThreads threads = start(strategy);
        List<BlockingBatch> busy = keepBusy(threads, threadCount);
        BlockingBatch waiting = new BlockingBatch(2);
        threads.execute(waiting);
        threads.shutdownNow();
        for (BlockingBatch batch : busy) {
            batch.interrupted.get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        assertTrue(waiting.rejected
                .get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .contains("stopped"));
        assertTrue(threads.awaitTermination(TIMEOUT));
        BlockingBatch late = new BlockingBatch(1);
        threads.execute(late);
        assertTrue(late.rejected
                .get(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .contains("stopped"));
    }

    @Test
    void boundsAreCheckedAndNamed() {
        assertRejected("threads is 0, must be 1 to 10000", () -> WorkerThreadStrategy.ofThreads(0));
        assertRejected("threads is 10001, must be 1 to 10000", () -> WorkerThreadStrategy.ofThreads(10_001));
        assertRejected("threads is 0, must be 1 to 10000", () -> LeaderFollowerStrategy.ofThreads(0));
        assertRejected("threads is 10001, must be 1 to 10000", () -> LeaderFollowerStrategy.ofThreads(10_001));
        assertRejected(
                "queueCapacity is 0, must be 1 to",
                () -> WorkerThreadStrategy.ofThreads(1).withQueueCapacity(0));
        assertRejected(
                "queueCapacity is 0, must be 1 to",
                () -> LeaderFollowerStrategy.ofThreads(2).withQueueCapacity(0));
        assertRejected("threads is 0, must be 1 to 10000", () -> AdaptiveStrategy.ofThreads(0));
        assertRejected("threads is 10001, must be 1 to 10000", () -> AdaptiveStrategy.ofThreads(10_001));
        assertRejected(
                "queueCapacity is 0, must be 1 to",
                () -> AdaptiveStrategy.create().withQueueCapacity(0));
        assertRejected("threads is 0, must be 1 to 1000000", () -> VirtualThreadStrategy.ofThreads(0));
        assertRejected("threads is 1000001, must be 1 to 1000000", () -> VirtualThreadStrategy.ofThreads(1_000_001));
        assertRejected(
                "queueCapacity is 0, must be 1 to",
                () -> VirtualThreadStrategy.create().withQueueCapacity(0));
        assertRejected(
                "strategy is no-thread, must be one of same-thread, worker-thread, leader-follower, adaptive, virtual-thread",
                () -> ProcessingStrategy.named("no-thread"));
        AdaptiveStrategy adaptive = AdaptiveStrategy.create();
        assertRejected(
                "quickBound is PT0.000009999S, must be PT0.00001S to PT0.002S",
                () -> adaptive.withQuickBound(Duration.ofNanos(9_999)));
        assertRejected(
                "quickBound is PT0.002000001S, must be PT0.00001S to PT0.002S",
                () -> adaptive.withQuickBound(Duration.ofNanos(2_000_001)));
        adaptive.withQuickBound(AdaptiveStrategy.MIN_QUICK_BOUND).withQuickBound(AdaptiveStrategy.MAX_QUICK_BOUND);
    }

    private static void assertRejected(String message, Runnable attempt) {
        try {
            attempt.run();
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith(message), e.getMessage());
            return;
        }
        throw new AssertionError("accepted; expected: " + message);
    }
}
