package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.strategy.internal.util.VirtualThreadFactory;
import io.grizzlythrift.strategy.spi.StrategyThreads;
import io.grizzlythrift.strategy.testing.BlockingBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** Tests what virtual threads guarantee beyond the contract of all strategies. */
public final class VirtualThreadStrategyTest {
    private static final int CALLS = 100;

    @Test
    public void anOlderJdkIsNamed() {
        if (VirtualThreadStrategy.isSupported()) {
            throw new SkipException("this JDK has virtual threads");
        }
        VirtualThreadStrategy strategy = VirtualThreadStrategy.create();
        String message = expectThrows(UnsupportedOperationException.class, () -> strategy.start("old", 1))
                .getMessage();
        assertEquals(
                message,
                "the strategy virtual-thread needs JDK 21 or newer; this is "
                        + Runtime.version().feature());
        assertThrows(UnsupportedOperationException.class, () -> VirtualThreadFactory.named("old-"));
    }

    private static void requireSupport() {
        if (!VirtualThreadStrategy.isSupported()) {
            throw new SkipException("this JDK has no virtual threads");
        }
    }

    /** All calls of one read wait at the same time; one connection alone gets all threads. */
    @Test(timeOut = 60_000)
    public void eachCallThatWaitsHasAThread() throws Exception {
        requireSupport();
        StrategyThreads threads = VirtualThreadStrategy.ofThreads(CALLS).start("virtual", 1);
        BlockingBatch batch = new BlockingBatch(CALLS);
        threads.execute(batch);
        List<Thread> running = new ArrayList<>();
        for (int call = 0; call < CALLS; call++) {
            running.add(batch.awaitStart(call));
        }
        assertEquals(running.stream().distinct().count(), CALLS);
        assertTrue(running.stream().allMatch(thread -> thread.getName().startsWith("virtual-virtual-")));
        batch.holds.forEach(hold -> hold.countDown());
        batch.awaitEnded();
        threads.shutdownNow();
        assertTrue(threads.awaitTermination(Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS)));
        assertTrue(batch.unflushed().isEmpty());
    }

    /** Since JDK 24; up to 23, each of these calls would pin one of the few carrier threads. */
    @Test(timeOut = 60_000)
    public void callsThatWaitInMonitorsDoNotPinThreads() throws Exception {
        if (Runtime.version().feature() < 24) {
            throw new SkipException("on this JDK they do");
        }
        StrategyThreads threads = VirtualThreadStrategy.ofThreads(2 * CALLS).start("monitors", 1);
        BlockingBatch batch = new BlockingBatch(CALLS) {
            @Override
            public void run(int call) {
                synchronized (holds.get(call)) {
                    super.run(call);
                }
            }
        };
        threads.execute(batch);
        for (int call = 0; call < CALLS; call++) {
            batch.awaitStart(call);
        }
        batch.holds.forEach(hold -> hold.countDown());
        batch.awaitEnded();
        threads.shutdownNow();
    }

    @Test(timeOut = 60_000)
    public void waitingForTheEndHasABound() throws Exception {
        requireSupport();
        StrategyThreads threads = VirtualThreadStrategy.ofThreads(1).start("virtual", 1);
        BlockingBatch batch = new BlockingBatch(1);
        threads.execute(batch);
        batch.awaitStart(0);
        assertFalse(threads.awaitTermination(Duration.ZERO));
        threads.shutdownNow();
        batch.interrupted.get();
        assertTrue(threads.awaitTermination(Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS)));
    }

    /** Calls that compute, many more of them than processors, and would take minutes. */
    @Test(timeOut = 60_000)
    public void callsThatComputeLeaveProcessorsToOthers() throws Exception {
        requireSupport();
        StrategyThreads threads = VirtualThreadStrategy.create().start("computing", 1);
        AtomicBoolean stop = new AtomicBoolean();
        CountDownLatch computed = new CountDownLatch(100);
        List<BlockingBatch> computing = new ArrayList<>();
        for (int i = 0; i < 16 * Runtime.getRuntime().availableProcessors(); i++) {
            computing.add(new BlockingBatch(50_000) {
                @Override
                public void run(int call) {
                    computed.countDown();
                    long end = System.nanoTime() + 1_000_000;
                    while (!stop.get() && System.nanoTime() - end < 0) {
                        Thread.onSpinWait();
                    }
                }
            });
        }
        try {
            computing.forEach(threads::execute);
            assertTrue(computed.await(BlockingBatch.TIMEOUT_SECONDS, TimeUnit.SECONDS));
            BlockingBatch other = BlockingBatch.released(1);
            threads.execute(other);
            other.awaitEnded();
            assertTrue(computing.stream().allMatch(batch -> batch.unclaimed() > 0));
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
        assertTrue(threads.awaitTermination(Duration.ofSeconds(BlockingBatch.TIMEOUT_SECONDS)));
    }
}
