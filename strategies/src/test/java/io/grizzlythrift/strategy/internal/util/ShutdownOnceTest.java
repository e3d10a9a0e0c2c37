package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.testng.annotations.Test;

/** Tests shutdown by several threads, each with its own grace. */
@Test(timeOut = 60_000)
public final class ShutdownOnceTest {
    private static final Duration LONG = Duration.ofMinutes(50);
    private static final Duration SHORT = Duration.ofNanos(1);

    private final ShutdownOnce once = new ShutdownOnce();
    private final CountDownLatch delayEnds = new CountDownLatch(1);
    private final CompletableFuture<Boolean> first = new CompletableFuture<>();
    private final CompletableFuture<Boolean> second = new CompletableFuture<>();

    /** A drain that returns whether another thread cut its wait short before its delay was over. */
    private boolean cutShort() {
        try {
            delayEnds.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        boolean cutShort = once.earlierGraceExpired().isDone();
        once.delay(Duration.ZERO);
        return cutShort;
    }

    private Thread start(Duration grace, CompletableFuture<Boolean> result, BooleanSupplier drainAndStop) {
        Thread thread = new Thread(() -> result.complete(once.run(grace, drainAndStop)), "shutdown");
        thread.start();
        awaitWaiting(thread);
        return thread;
    }

    /** Returns once the thread waits without a timeout. Bounded by the timeout of the test. */
    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200));
        }
    }

    private static boolean never() {
        throw new AssertionError("drained twice");
    }

    private static boolean get(CompletableFuture<Boolean> result) throws Exception {
        return result.get(30, TimeUnit.SECONDS);
    }

    /** The grace of every thread begins with the drain. */
    public void aShortGraceLeavesTheDelayAlone() throws Exception {
        ShutdownOnceTest test = new ShutdownOnceTest();
        test.start(LONG, test.first, test::cutShort);
        test.start(SHORT, test.second, ShutdownOnceTest::never);
        test.delayEnds.countDown();
        assertFalse(get(test.first));
        assertFalse(get(test.second), "the result of the first");
    }

    public void zeroEndsTheDelay() throws Exception {
        ShutdownOnceTest test = new ShutdownOnceTest();
        test.start(LONG, test.first, test::cutShort);
        test.start(Duration.ZERO, test.second, ShutdownOnceTest::never);
        test.delayEnds.countDown();
        assertTrue(get(test.first));
        assertTrue(get(test.second), "the result of the first");
    }

    /** A failed drain has stopped nothing, but no thread waits for it forever. */
    public void aFailureEndsEveryWait() throws Exception {
        ShutdownOnceTest test = new ShutdownOnceTest();
        Thread failing = new Thread(
                () -> test.once.run(LONG, () -> {
                    test.cutShort();
                    throw new IllegalStateException("as intended");
                }),
                "shutdown");
        failing.setUncaughtExceptionHandler((thread, failure) -> {});
        failing.start();
        awaitWaiting(failing);
        test.start(LONG, test.second, ShutdownOnceTest::never);
        test.delayEnds.countDown();
        assertFalse(get(test.second));
        assertTrue(test.once.isDone());
    }

    public void aShortGraceEndsTheDrainOfALongOne() throws Exception {
        ShutdownOnceTest test = new ShutdownOnceTest();
        test.start(LONG, test.first, () -> {
            test.cutShort();
            return test.once.awaitDrained(new CompletableFuture<>(), LONG);
        });
        test.start(SHORT, test.second, ShutdownOnceTest::never);
        test.delayEnds.countDown();
        assertFalse(get(test.first));
        assertFalse(get(test.second), "the result of the first");
    }

    /** A thread that is interrupted does not wait for the grace of another one. */
    public void anInterruptEndsTheDrainOfALongOne() throws Exception {
        ShutdownOnceTest test = new ShutdownOnceTest();
        test.start(LONG, test.first, () -> {
            test.cutShort();
            return test.once.awaitDrained(new CompletableFuture<>(), LONG);
        });
        Thread interrupted = test.start(LONG, test.second, ShutdownOnceTest::never);
        test.delayEnds.countDown();
        interrupted.interrupt();
        assertFalse(get(test.first));
        assertFalse(get(test.second), "the result of the first");
    }

    public void aDrainThatHasEndedIsNotWaitedFor() {
        assertTrue(new ShutdownOnce().awaitDrained(CompletableFuture.completedFuture(null), Duration.ZERO));
    }
}
