package io.grizzlythrift.client.io;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.Await;
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

/** A wheel that the test turns by hand, on a clock that the test advances; and the thread that turns it otherwise. */
public class DeadlineWheelTest {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(DeadlineWheel.TICK_MILLIS);
    private static final long TURN = 256 * TICK;
    private static final int SCHEDULERS = 4;
    private static final int TASKS_EACH = 5_000;
    private static final int LIMIT_SECONDS = 30;

    private final AtomicLong clock = new AtomicLong();
    private final List<Task> tasks = new ArrayList<>();
    private DeadlineWheel wheel;

    /** A task that notes when it runs. */
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
    void makeWheel() {
        clock.set(12_345_678_901L);
        tasks.clear();
        wheel = new DeadlineWheel("wheel", clock::get);
    }

    @AfterMethod
    void closeWheel() {
        wheel.close();
    }

    private Task schedule(long time) {
        Task task = new Task(time);
        tasks.add(task);
        wheel.schedule(time, task);
        return task;
    }

    /** Turns the wheel, and checks of every task that it has run if and only if it is due, and at most a tick late. */
    private long advanceTo(long time) {
        clock.set(time);
        long pause = wheel.advance();
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
    void nothingRunsEarlyAndNothingMoreThanATickLate() {
        Random random = new Random(1);
        long now = clock.get();
        for (int i = 0; i < 2_000; i++) {
            for (int n = random.nextInt(4); n > 0; n--) {
                schedule(now + random.nextLong(3 * TURN));
            }
            now += random.nextLong(2 * TICK);
            advanceTo(now);
        }
        advanceTo(now + 4 * TURN);
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
    void theWheelSleepsNoLongerThanUntilTheNextTaskAndSeldomForNothing() {
        long start = clock.get();
        for (long time : new long[] {0, 1, TICK, TURN - 1, TURN, TURN + TICK, 10 * TURN + 7, 1_000 * TURN}) {
            schedule(start + time);
        }
        int wakes = 0;
        while (tasks.stream().anyMatch(task -> task.runs == 0)) {
            long pause = advanceTo(clock.get());
            wakes++;
            if (pause != Long.MAX_VALUE) {
                assertTrue(pause > 0 && pause <= TURN + TICK, "a pause of " + pause);
                for (Task task : tasks) {
                    assertTrue(
                            task.runs == 1 || clock.get() + pause < task.time + TICK,
                            "asleep until " + (clock.get() + pause) + ", past " + task.time);
                }
                clock.addAndGet(pause);
            }
        }
        assertTrue(wakes < 1_100, wakes + " wakes in 1000 turns: more than one a turn");
        assertEquals(wheel.advance(), Long.MAX_VALUE);
    }

    @Test
    void farTasksWaitManyTurns() {
        long start = clock.get();
        Task day = schedule(start + TimeUnit.HOURS.toNanos(24));
        Task sameSpoke = schedule(start + 100 * TURN);
        for (int turn = 0; turn < 100; turn++) {
            advanceTo(start + turn * TURN);
            assertEquals(sameSpoke.runs, 0);
        }
        advanceTo(start + 100 * TURN + TICK);
        assertEquals(sameSpoke.runs, 1);
        advanceTo(day.time - 1);
        assertEquals(day.runs, 0);
        advanceTo(day.time + TICK);
        assertEquals(day.runs, 1);
    }

    @Test
    void afterALongPauseAllThatIsDueRunsOnceAndTheRestInTime() {
        long start = clock.get();
        for (int i = 0; i < 1_000; i++) {
            schedule(start + i * TURN / 100);
        }
        long woken = start + 7 * TURN + TURN / 3;
        advanceTo(woken);
        assertEquals(tasks.stream().filter(task -> task.runs == 1).count(), 734);
        for (long now = woken; now <= start + 10 * TURN + TICK; now += TICK) {
            advanceTo(now);
        }
        assertTrue(tasks.stream().allMatch(task -> task.runs == 1), "a task was forgotten");
    }

    @Test
    void aTaskWhoseTimeIsPastRunsAtTheNextTick() {
        advanceTo(clock.get());
        CountDownLatch ran = new CountDownLatch(1);
        wheel.schedule(clock.get() - TURN / 2, ran::countDown);
        advanceTo(clock.get() + TICK);
        assertEquals(ran.getCount(), 0);
    }

    @Test
    void aTaskThatIsCancelledDoesNotRunAndIsNotWaitedFor() {
        long time = clock.get() + 3 * TICK;
        Task kept = schedule(time);
        Task cancelled = new Task(time);
        DeadlineWheel.Timer timer = wheel.schedule(time, cancelled);
        DeadlineWheel.Timer far = wheel.schedule(time + 10 * TURN, cancelled);
        timer.cancel();
        timer.cancel();
        advanceTo(time + TICK);
        assertEquals(kept.runs, 1);
        far.cancel();
        assertEquals(wheel.advance(), Long.MAX_VALUE, "the wheel waits for what was cancelled");
        advanceTo(time + 20 * TURN);
        assertEquals(cancelled.runs, 0);
    }

    @Test
    void toCancelWhatHasRunDoesNothing() {
        long time = clock.get() + TICK;
        List<DeadlineWheel.Timer> timers = new ArrayList<>();
        timers.add(wheel.schedule(time, () -> timers.get(0).cancel()));
        advanceTo(time + TICK);
        timers.get(0).cancel();
        Task later = schedule(time + 5 * TICK);
        assertTrue(wheel.advance() <= 5 * TICK, "the wheel does not wait for what is scheduled");
        advanceTo(time + 6 * TICK);
        assertEquals(later.runs, 1);
        assertEquals(wheel.advance(), Long.MAX_VALUE);
    }

    @Test
    void aTaskThatThrowsHarmsNoOther() {
        long time = clock.get() + TICK;
        Task before = schedule(time);
        wheel.schedule(time, () -> {
            throw new IllegalStateException("thrown by a test");
        });
        Task between = schedule(time);
        wheel.schedule(time, () -> {
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
    void aTaskThatThrowsIsRunAgainUntilItDoesNot() {
        long time = clock.get() + TICK;
        AtomicInteger runs = new AtomicInteger();
        wheel.schedule(time, () -> {
            if (runs.incrementAndGet() < 3) {
                throw new OutOfMemoryError("thrown by a test");
            }
        });
        Task other = schedule(time);
        long retry = TimeUnit.MILLISECONDS.toNanos(DeadlineWheel.RETRY_MILLIS);
        advanceTo(time + TICK);
        assertEquals(runs.get(), 1);
        assertEquals(other.runs, 1, "what is due at the same time");
        assertTrue(wheel.advance() <= retry + TICK, "the wheel sleeps too long");
        for (int i = 1; i <= 4; i++) {
            clock.addAndGet(retry + 2 * TICK);
            wheel.advance();
            assertEquals(runs.get(), Math.min(1 + i, 3));
        }
        assertEquals(wheel.advance(), Long.MAX_VALUE);
    }

    @Test
    void aTaskThatThrowsAndIsCancelledIsNotRunAgain() {
        AtomicInteger runs = new AtomicInteger();
        List<DeadlineWheel.Timer> timers = new ArrayList<>();
        timers.add(wheel.schedule(clock.get() + TICK, () -> {
            runs.incrementAndGet();
            timers.get(0).cancel();
            throw new OutOfMemoryError("thrown by a test");
        }));
        clock.addAndGet(2 * TICK);
        assertEquals(wheel.advance(), Long.MAX_VALUE);
        clock.addAndGet(2 * TURN);
        wheel.advance();
        assertEquals(runs.get(), 1);
    }

    @Test
    void aTimerIsSetToAnotherTimeAndRunsOnceThen() {
        long start = clock.get();
        AtomicInteger runs = new AtomicInteger();
        DeadlineWheel.Timer timer = wheel.timer(runs::incrementAndGet);
        assertEquals(wheel.advance(), Long.MAX_VALUE, "it was never set");
        timer.set(start + 10 * TICK);
        timer.set(start + 3 * TURN);
        advanceTo(start + TURN);
        assertEquals(runs.get(), 0);
        timer.set(start + TURN + 5 * TICK);
        advanceTo(start + TURN + 6 * TICK);
        assertEquals(runs.get(), 1);
        advanceTo(start + 4 * TURN);
        assertEquals(runs.get(), 1);
        timer.set(start);
        advanceTo(start + 4 * TURN + 2 * TICK);
        assertEquals(runs.get(), 2, "it was set again");
    }

    /** Reading the clock stands for all that the loop does outside of tasks. */
    @Test(timeOut = 60_000)
    void whateverIsThrownTheThreadGoesOn() throws Exception {
        AtomicInteger throwing = new AtomicInteger();
        CountDownLatch thrown = new CountDownLatch(3);
        CountDownLatch ran = new CountDownLatch(1);
        try (DeadlineWheel brittle = new DeadlineWheel("brittle", () -> {
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
                    wheel.schedule(clock.get(), this); // due already
                }
            }
        };
        wheel.schedule(start, link);
        for (long now = start; now <= start + (links + 1) * TICK; now += TICK) {
            clock.set(now);
            wheel.advance();
        }
        assertEquals(times.size(), links, "a task that a task scheduled was lost");
        assertEquals(wheel.advance(), Long.MAX_VALUE);
    }

    @Test(timeOut = 60_000)
    void theThreadIsParkedUntilThereIsSomethingToDo() throws Exception {
        wheel.start();
        Thread thread = wheel.thread();
        assertTrue(thread.isDaemon());
        Await.that("the thread of an empty wheel is not parked", () -> thread.getState() == Thread.State.WAITING);

        CountDownLatch ran = new CountDownLatch(1);
        wheel.schedule(clock.get() + TICK, ran::countDown);
        Await.that("the thread does not watch the clock", () -> thread.getState() == Thread.State.TIMED_WAITING);
        assertEquals(ran.getCount(), 1, "it ran although the clock stands still");
        clock.addAndGet(2 * TICK);
        assertTrue(ran.await(LIMIT_SECONDS, TimeUnit.SECONDS), "the task never ran");
        Await.that("the thread is not parked again", () -> thread.getState() == Thread.State.WAITING);
    }

    @Test(timeOut = 60_000)
    void closeEndsTheThread() throws Exception {
        wheel.start();
        CountDownLatch ran = new CountDownLatch(1);
        wheel.schedule(clock.get() + TURN, ran::countDown);
        wheel.close();
        wheel.thread().join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertFalse(wheel.thread().isAlive(), "the thread goes on");
        assertEquals(ran.getCount(), 1, "close runs what was not due");
        wheel.schedule(clock.get(), ran::countDown);
        assertEquals(ran.getCount(), 1);
    }

    @Test(timeOut = 60_000)
    void closeEndsAThreadThatIsParked() throws Exception {
        wheel.start();
        Await.that("the thread is not parked", () -> wheel.thread().getState() == Thread.State.WAITING);
        wheel.close();
        wheel.thread().join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertFalse(wheel.thread().isAlive(), "the thread goes on");
    }

    @Test(timeOut = 120_000)
    void onARealClockManyThreadsScheduleAndEveryTaskRunsOnceAndNotEarly() throws Exception {
        long origin = System.nanoTime();
        AtomicInteger early = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(SCHEDULERS * TASKS_EACH);
        AtomicInteger runs = new AtomicInteger();
        try (DeadlineWheel real = new DeadlineWheel("real", () -> System.nanoTime() - origin)) {
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
