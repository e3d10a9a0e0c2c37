package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests tasks that are submitted around the shutdown of the executor. */
public class OnDemandExecutorTest {
    private static final int LIMIT_SECONDS = 10;

    @Test(timeOut = LIMIT_SECONDS * 2_000)
    void tasksQueuedWhileAnotherCallerStartsTheFirstThreadRun() throws Exception {
        CountDownLatch starting = new CountDownLatch(1);
        CountDownLatch shutDown = new CountDownLatch(1);
        ThreadFactory slow = task -> {
            starting.countDown();
            awaitUninterrupted(shutDown);
            return new Thread(task);
        };
        OnDemandExecutor executor = new OnDemandExecutor(1, slow);
        List<String> run = new ArrayList<>();
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> executor.run(() -> add(run, "first")));
        awaitUninterrupted(starting);

        executor.run(() -> add(run, "second"));
        executor.run(() -> add(run, "third"));
        executor.shutdown();
        assertEquals(run, List.of("second", "third"));

        shutDown.countDown();
        other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertEquals(run, List.of("second", "third", "first"));
    }

    @Test
    void tasksQueuedBeforeTheShutdownRunOnTheThread() throws Exception {
        CompletableFuture<Thread> started = new CompletableFuture<>();
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Thread> second = new CompletableFuture<>();
        OnDemandExecutor executor = new OnDemandExecutor(1, Thread::new);
        executor.run(() -> {
            started.complete(Thread.currentThread());
            awaitUninterrupted(goOn);
        });
        executor.run(() -> second.complete(Thread.currentThread()));
        Thread thread = started.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        executor.shutdown();
        goOn.countDown();
        assertSame(second.get(LIMIT_SECONDS, TimeUnit.SECONDS), thread);
        executor.awaitEnd(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertEquals(thread.getState(), Thread.State.TERMINATED);
    }

    @Test
    void tasksAfterTheShutdownRunOnTheCaller() {
        OnDemandExecutor executor = new OnDemandExecutor(1, Thread::new);
        executor.shutdown();
        List<Thread> ranOn = new ArrayList<>();
        executor.run(() -> ranOn.add(Thread.currentThread()));
        assertEquals(ranOn, List.of(Thread.currentThread()));
    }

    private static void add(List<String> list, String text) {
        synchronized (list) {
            list.add(text);
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
