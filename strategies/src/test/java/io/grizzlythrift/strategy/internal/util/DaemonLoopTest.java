package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.LoggerFactory;
import org.testng.annotations.Test;

/** Tests that the loop survives a failure, can be woken, and ends when it is closed. */
public class DaemonLoopTest {
    private static final long LIMIT_SECONDS = 30;

    private static DaemonLoop loop(DaemonLoop.Step step) {
        FailureLog log = new FailureLog(LoggerFactory.getLogger(DaemonLoopTest.class), "made up by a test");
        return new DaemonLoop("daemon-loop-test", step, 1, log);
    }

    private static void await(Semaphore steps, int count) throws InterruptedException {
        assertTrue(steps.tryAcquire(count, LIMIT_SECONDS, TimeUnit.SECONDS), "the loop does not go on");
    }

    @Test(timeOut = 60_000)
    void aStepThatThrowsIsFollowedByAnother() throws Exception {
        Semaphore steps = new Semaphore(0);
        try (DaemonLoop loop = loop(() -> {
            steps.release();
            throw new OutOfMemoryError("made up by a test");
        })) {
            loop.start();
            await(steps, 5);
        }
    }

    @Test(timeOut = 60_000)
    void everyWakeIsFollowedByAStep() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Semaphore all = new Semaphore(0);
        int wakes = 20_000;
        try (DaemonLoop loop = loop(() -> {
            done.set(asked.get());
            if (done.get() == wakes) {
                all.release();
            }
            return DaemonLoop.UNTIL_WOKEN;
        })) {
            loop.start();
            for (int i = 0; i < wakes; i++) {
                asked.incrementAndGet();
                loop.wake();
            }
            await(all, 1);
        }
        assertEquals(done.get(), wakes);
    }

    /** A step that waits for a lock or for a reply uses up the permit of the wake. */
    @Test(timeOut = 60_000)
    void aWakeDuringAStepThatParksIsFollowedByAStep() throws Exception {
        Semaphore steps = new Semaphore(0);
        CountDownLatch woken = new CountDownLatch(1);
        try (DaemonLoop loop = loop(() -> {
            steps.release();
            while (woken.getCount() > 0) {
                Thread.onSpinWait();
            }
            LockSupport.parkNanos(1);
            return DaemonLoop.UNTIL_WOKEN;
        })) {
            loop.start();
            await(steps, 1);
            loop.wake();
            woken.countDown();
            await(steps, 1);
        }
    }

    @Test(timeOut = 60_000)
    void closeEndsAParkedThread() throws Exception {
        Semaphore steps = new Semaphore(0);
        DaemonLoop loop = loop(() -> {
            steps.release();
            return DaemonLoop.UNTIL_WOKEN;
        });
        assertTrue(loop.thread().isDaemon());
        loop.start();
        await(steps, 1);
        loop.close();
        loop.thread().join();
        assertTrue(steps.availablePermits() <= 1, "it went on");
    }
}
