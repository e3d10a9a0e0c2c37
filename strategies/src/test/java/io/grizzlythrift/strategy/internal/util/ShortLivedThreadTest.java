package io.grizzlythrift.strategy.internal.util;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.testng.annotations.Test;

/** Tests that a task runs on another thread while its caller waits. */
@Test(timeOut = 60_000)
public final class ShortLivedThreadTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    public void theCallerWaitsForTheTask() {
        AtomicReference<Thread> ran = new AtomicReference<>();
        ShortLivedThread.run("short-lived", LONG, () -> ran.set(Thread.currentThread()));
        assertEquals(ran.get().getName(), "short-lived");
        assertTrue(ran.get().isDaemon());
    }

    public void anInterruptedCallerWaits() {
        AtomicReference<Boolean> ran = new AtomicReference<>();
        Thread.currentThread().interrupt();
        ShortLivedThread.run(
                "short-lived", LONG, () -> ran.set(Thread.currentThread().isInterrupted()));
        assertTrue(Thread.interrupted(), "the interrupt is lost");
        assertFalse(ran.get(), "the task is interrupted");
    }

    public void theCallerGetsTheException() {
        for (Throwable thrown : new Throwable[] {new IllegalStateException("thrown"), new AssertionError("thrown")}) {
            assertSame(
                    expectThrows(
                            Throwable.class,
                            () -> ShortLivedThread.run("short-lived", LONG, () -> {
                                if (thrown instanceof Error error) {
                                    throw error;
                                }
                                throw (RuntimeException) thrown;
                            })),
                    thrown);
        }
    }

    /** It may need a lock that the caller holds. */
    public void theCallerDoesNotWaitForEver() {
        CountDownLatch held = new CountDownLatch(1);
        ShortLivedThread.run("short-lived", Duration.ofMillis(1), () -> {
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        held.countDown();
    }
}
