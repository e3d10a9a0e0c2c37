package io.grizzlythrift.client.internal.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.test.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests timers that the test runs on a clock that it advances, and the thread that otherwise runs them. */
public class TimerThreadTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(TimerThread.TICK_MILLIS);
    private static final long FAR = 256 * TICK;
    private static final int SCHEDULERS = 4;
    private static final int TASKS_EACH = 5_000;
    private static final int LIMIT_SECONDS = 30;

    private final AtomicLong clock = new AtomicLong();
    private final List<Task> tasks = new ArrayList<>();
    private TimerThread timers;

    /** A task that records when it runs. */
    private final class Task implements Runnable {
        private final long time;
        private long ranAt = -1;
        private int runs;

        Task(long time) {
            this.time = time;
        }

        @Override
        public void run() {
            runs++;
            ranAt = clock.get();
        }
    }

    @BeforeMethod
    void makeTimers() {
        clock.set(12_345_678_901L);
        tasks.clear();
        timers = new TimerThread("timers", clock::get);
    }

    @AfterMethod
    void closeTimers() {
        timers.close();
    }

    private Task schedule(long time) {
        Task task = new Task(time);
        tasks.add(task);
        timers.schedule(time, task);
        return task;
    }

    /** Runs the due tasks, and checks that every task ran if it is due, at most a tick late, and not otherwise. */
    private long advanceTo(long time) {
        clock.set(time);
        long pause = timers.advance();
        for (Task task : tasks) {
            if (task.runs == 0) {
                assertTrue(task.time > time - TICK, "a task for " + task.time + " has not run at " + time);
            } else {
                assertTrue(task.ranAt >= task.time, "a task for " + task.time + " ran at " + task.ranAt);
                assertEquals(task.runs, 1, "a task ran again");
            }
        }
        return pause;
    }

    @Test
    void tasksRunAtMostATickLate() {
        Random random = new Random(1);
        long now = clock.get();
        for (int i = 0; i < 2_000; i++) {
            for (int n = random.nextInt(4); n > 0; n--) {
                schedule(now + random.nextLong(3 * FAR));
            }
            now += random.nextLong(2 * TICK);
            advanceTo(now);
        }
        advanceTo(now + 4 * FAR);
        assertTrue(tasks.stream().allMatch(task -> task.runs == 1), "a task was forgotten");
    }

    @Test
    void aTaskForANanosecondAfterATickWaitsForTheNextTick() {
        long tick = clock.get() / TICK * TICK + 10 * TICK;
        Task exact = schedule(tick);
        Task after = schedule(tick + 1);
        advanceTo(tick - 1);
        assertEquals(exact.runs, 0);
        advanceTo(tick);
        assertEquals(exact.runs, 1);
        advanceTo(tick + TICK - 1);
        assertEquals(after.runs, 0);
        advanceTo(tick + TICK);
        assertEquals(after.runs, 1);
    }

    @Test
    void theThreadSleepsUntilTheNextTask() {
        long start = clock.get();
        for (long time : new long[] {0, 1, TICK, FAR - 1, FAR, FAR + TICK, 10 * FAR + 7, 1_000 * FAR}) {
            schedule(start + time);
        }
        int wakes = 0;
        while (tasks.stream().anyMatch(task -> task.runs == 0)) {
            long pause = advanceTo(clock.get());
            wakes++;
            if (pause != Long.MAX_VALUE) {
                assertTrue(pause > 0, "a pause of " + pause);
                for (Task task : tasks) {
                    assertTrue(
                            task.runs == 1 || clock.get() + pause < task.time + TICK,
                            "asleep until " + (clock.get() + pause) + ", past " + task.time);
                }
                clock.addAndGet(pause);
            }
        }
        assertTrue(wakes <= tasks.size() + 1, wakes + " wakes for " + tasks.size() + " tasks");
        assertEquals(timers.advance(), Long.MAX_VALUE);
    }

    @Test
    void farTasksWait() {
        long start = clock.get();
        Task day = schedule(start + TimeUnit.HOURS.toNanos(24));
        Task lessFar = schedule(start + 100 * FAR);
        for (int i = 0; i < 100; i++) {
            advanceTo(start + i * FAR);
            assertEquals(lessFar.runs, 0);
        }
        advanceTo(start + 100 * FAR + TICK);
        assertEquals(lessFar.runs, 1);
        advanceTo(day.time - 1);
        assertEquals(day.runs, 0);
        advanceTo(day.time + TICK);
        assertEquals(day.runs, 1);
    }

    @Test
    void afterALongPauseDueTasksRunOnce() {
        long start = clock.get();
        for (int i = 0; i < 1_000; i++) {
            schedule(start + i * FAR / 100);
        }
        long woken = start + 7 * FAR + FAR / 3;
        advanceTo(woken);
        assertEquals(tasks.stream().filter(task -> task.runs == 1).count(), 734);
        for (long now = woken; now <= start + 10 * FAR + TICK; now += TICK) {
            advanceTo(now);
        }
        assertTrue(tasks.stream().allMatch(task -> task.runs == 1), "a task was forgotten");
    }

    @Test
    void anOverdueTaskRunsAtTheNextTick() {
        advanceTo(clock.get());
        CountDownLatch ran = new CountDownLatch(1);
        timers.schedule(clock.get() - FAR / 2, ran::countDown);
        advanceTo(clock.get() + TICK);
        assertEquals(ran.getCount(), 0);
    }

    @Test
    void aCancelledTaskDoesNotRun() {
        long time = clock.get() + 3 * TICK;
        Task kept = schedule(time);
        Task cancelled = new Task(time);
        TimerThread.Timer timer = timers.schedule(time, cancelled);
        TimerThread.Timer far = timers.schedule(time + 10 * FAR, cancelled);
        timer.cancel();
        timer.cancel();
        advanceTo(time + TICK);
        assertEquals(kept.runs, 1);
        far.cancel();
        assertEquals(timers.advance(), Long.MAX_VALUE, "the thread waits for a cancelled timer");
        advanceTo(time + 20 * FAR);
        assertEquals(cancelled.runs, 0);
    }

    @Test
    void cancellingATaskThatHasRunDoesNothing() {
        long time = clock.get() + TICK;
        List<TimerThread.Timer> set = new ArrayList<>();
        set.add(timers.schedule(time, () -> set.get(0).cancel()));
        advanceTo(time + TICK);
        set.get(0).cancel();
        Task later = schedule(time + 5 * TICK);
        assertTrue(timers.advance() <= 5 * TICK, "the thread does not wait for the scheduled task");
        advanceTo(time + 6 * TICK);
        assertEquals(later.runs, 1);
        assertEquals(timers.advance(), Long.MAX_VALUE);
    }

    @Test
    void aTaskThatThrowsHarmsNoOther() {
        long time = clock.get() + TICK;
        Task before = schedule(time);
        timers.schedule(time, () -> {
            throw new IllegalStateException("thrown by a test");
        });
        Task between = schedule(time);
        timers.schedule(time, () -> {
            throw new AssertionError("thrown by a test");
        });
        Task after = schedule(time);
        advanceTo(time + TICK);
        assertEquals(before.runs + between.runs + after.runs, 3);
        Task later = schedule(time + 2 * TICK);
        advanceTo(time + 3 * TICK);
        assertEquals(later.runs, 1);
    }

    @Test
    void aTaskThatThrowsIsRepeated() {
        long time = clock.get() + TICK;
        AtomicInteger runs = new AtomicInteger();
        timers.schedule(time, () -> {
            if (runs.incrementAndGet() < 3) {
                throw new OutOfMemoryError("thrown by a test");
            }
        });
        Task other = schedule(time);
        long retry = TimeUnit.MILLISECONDS.toNanos(TimerThread.RETRY_MILLIS);
        advanceTo(time + TICK);
        assertEquals(runs.get(), 1);
        assertEquals(other.runs, 1, "runs of a task that is due at the same time");
        assertTrue(timers.advance() <= retry + TICK, "the thread sleeps too long");
        for (int i = 1; i <= 4; i++) {
            clock.addAndGet(retry + 2 * TICK);
            timers.advance();
            assertEquals(runs.get(), Math.min(1 + i, 3));
        }
        assertEquals(timers.advance(), Long.MAX_VALUE);
    }

    @Test
    void aCancelledTaskThatThrewIsNotRepeated() {
        AtomicInteger runs = new AtomicInteger();
        List<TimerThread.Timer> set = new ArrayList<>();
        set.add(timers.schedule(clock.get() + TICK, () -> {
            runs.incrementAndGet();
            set.get(0).cancel();
            throw new OutOfMemoryError("thrown by a test");
        }));
        clock.addAndGet(2 * TICK);
        assertEquals(timers.advance(), Long.MAX_VALUE);
        clock.addAndGet(2 * FAR);
        timers.advance();
        assertEquals(runs.get(), 1);
    }

    @Test
    void aRescheduledTimerRunsOnce() {
        long start = clock.get();
        AtomicInteger runs = new AtomicInteger();
        TimerThread.Timer timer = timers.timer(runs::incrementAndGet);
        assertEquals(timers.advance(), Long.MAX_VALUE, "it was never set");
        timer.set(start + 10 * TICK);
        timer.set(start + 3 * FAR);
        advanceTo(start + FAR);
        assertEquals(runs.get(), 0);
        timer.set(start + FAR + 5 * TICK);
        advanceTo(start + FAR + 6 * TICK);
        assertEquals(runs.get(), 1);
        advanceTo(start + 4 * FAR);
        assertEquals(runs.get(), 1);
        timer.set(start);
        advanceTo(start + 4 * FAR + 2 * TICK);
        assertEquals(runs.get(), 2, "it was set again");
    }

    /** Reading the clock stands for everything that the loop does outside of tasks. */
    @Test(timeOut = 60_000)
    void theThreadSurvivesErrors() throws Exception {
        AtomicInteger throwing = new AtomicInteger();
        CountDownLatch thrown = new CountDownLatch(3);
        CountDownLatch ran = new CountDownLatch(1);
        try (TimerThread brittle = new TimerThread("brittle", () -> {
            if (throwing.get() > 0) {
                thrown.countDown();
                throw new OutOfMemoryError("thrown by a test");
            }
            return clock.get();
        })) {
            throwing.set(1);
            brittle.start();
            brittle.schedule(clock.get(), ran::countDown);
            assertTrue(thrown.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the thread has ended");
            throwing.set(0);
            clock.addAndGet(2 * TICK);
            assertTrue(ran.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the task was lost");
        }
    }

    @Test
    void tasksScheduleTasks() {
        long start = clock.get();
        int links = 600;
        AtomicInteger left = new AtomicInteger(links);
        List<Long> times = new ArrayList<>();
        Runnable link = new Runnable() {
            @Override
            public void run() {
                times.add(clock.get());
                if (left.decrementAndGet() > 0) {
                    timers.schedule(clock.get(), this); // due already
                }
            }
        };
        timers.schedule(start, link);
        for (long now = start; now <= start + (links + 1) * TICK; now += TICK) {
            clock.set(now);
            timers.advance();
        }
        assertEquals(times.size(), links, "a task that a task scheduled was lost");
        assertEquals(timers.advance(), Long.MAX_VALUE);
    }

    @Test(timeOut = 60_000)
    void theThreadIsParkedUntilThereIsSomethingToDo() throws Exception {
        timers.start();
        Thread thread = timers.thread();
        assertTrue(thread.isDaemon());
        Await.that("the thread without timers is not parked", () -> thread.getState() == Thread.State.WAITING);

        CountDownLatch ran = new CountDownLatch(1);
        timers.schedule(clock.get() + TICK, ran::countDown);
        Await.that("the thread does not wait for a timer", () -> thread.getState() == Thread.State.TIMED_WAITING);
        assertEquals(ran.getCount(), 1, "it ran although the clock stands still");
        clock.addAndGet(2 * TICK);
        assertTrue(ran.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the task never ran");
        Await.that("the thread is not parked again", () -> thread.getState() == Thread.State.WAITING);
    }

    @Test(timeOut = 60_000)
    void closeEndsTheThread() throws Exception {
        timers.start();
        CountDownLatch ran = new CountDownLatch(1);
        timers.schedule(clock.get() + FAR, ran::countDown);
        timers.close();
        timers.thread().join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertFalse(timers.thread().isAlive(), "the thread goes on");
        assertEquals(ran.getCount(), 1, "close ran a task that was not due");
        timers.schedule(clock.get(), ran::countDown);
        assertEquals(ran.getCount(), 1);
    }

    @Test(timeOut = 60_000)
    void closeEndsAThreadThatIsParked() throws Exception {
        timers.start();
        Await.that("the thread is not parked", () -> timers.thread().getState() == Thread.State.WAITING);
        timers.close();
        timers.thread().join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertFalse(timers.thread().isAlive(), "the thread goes on");
    }

    @Test(timeOut = 120_000)
    void onARealClockTasksRunOnceAndNotEarly() throws Exception {
        long origin = System.nanoTime();
        AtomicInteger early = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(SCHEDULERS * TASKS_EACH);
        AtomicInteger runs = new AtomicInteger();
        try (TimerThread real = new TimerThread("real", () -> System.nanoTime() - origin)) {
            real.start();
            List<Thread> schedulers = new ArrayList<>();
            for (int t = 0; t < SCHEDULERS; t++) {
                Random random = new Random(t);
                Thread scheduler = new Thread(() -> {
                    for (int i = 0; i < TASKS_EACH; i++) {
                        long time = System.nanoTime() - origin + random.nextLong(20 * TICK) - TICK;
                        real.schedule(time, () -> {
                            if (System.nanoTime() - origin < time) {
                                early.incrementAndGet();
                            }
                            runs.incrementAndGet();
                            left.countDown();
                        });
                    }
                });
                scheduler.start();
                schedulers.add(scheduler);
            }
            for (Thread scheduler : schedulers) {
                scheduler.join();
            }
            assertTrue(left.await(LIMIT_SECONDS, TimeUnit.SECONDS), left.getCount() + " tasks never ran");
            CountDownLatch last = new CountDownLatch(1);
            real.schedule(System.nanoTime() - origin + 25 * TICK, last::countDown);
            assertTrue(last.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the last task never ran");
        }
        assertEquals(early.get(), 0, "tasks ran early");
        assertEquals(runs.get(), SCHEDULERS * TASKS_EACH, "tasks ran again");
    }
}
