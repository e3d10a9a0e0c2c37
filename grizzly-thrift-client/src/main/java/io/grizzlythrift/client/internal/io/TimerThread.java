package io.grizzlythrift.client.internal.io;

import io.grizzlythrift.strategy.internal.util.DaemonLoop;
import io.grizzlythrift.strategy.internal.util.FailureLog;
import io.grizzlythrift.strategy.internal.util.LogLimiter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks at given times on one daemon thread: never early, and at most one tick ({@value #TICK_MILLIS} ms) late unless
 * another task takes long. Tasks must be short and must not run user code.
 *
 * <p>Calls have no timers of their own. Each connection sets one timer, to the earliest deadline of its calls. So the timers
 * are few, and a plain linked list holds them, which is scanned at most once per tick.
 *
 * <p>The thread survives whatever a task throws. A task that throws runs again after {@value #RETRY_MILLIS} ms, so that a
 * deadline is late but not lost when memory runs out. For the same reason nothing here allocates once a timer exists: the
 * timers are the nodes of the list. A {@code ScheduledThreadPoolExecutor} cannot do that: scheduling a task allocates, and a
 * worker ends if it runs out of memory while it waits for the next task.
 *
 * <p>Thread-safe: the lock of this object guards both lists and every field of a timer. Tasks run without the lock.
 */
public final class TimerThread implements AutoCloseable {
    public static final long TICK_MILLIS = 5;
    public static final long RETRY_MILLIS = 100;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final long RETRY_TICKS = RETRY_MILLIS / TICK_MILLIS;
    private static final Logger LOG = LoggerFactory.getLogger(TimerThread.class);

    /** A task and, if the timer is set, the time at which to run it. A timer may be set any number of times. Thread-safe. */
    public final class Timer {
        private final Runnable task;
        private long tick;

        /** Neighbors in one of the lists; null while the timer is not set. */
        private Timer before;

        private Timer after;

        /** Whether the timer was cancelled since it was last set. If its task is running then, it is not retried. */
        private boolean cancelled;

        private Timer(Runnable task) {
            this.task = task;
        }

        /** Sets the time of the next run, on the client's clock, replacing an earlier setting. Allocates nothing. */
        public void set(long time) {
            synchronized (TimerThread.this) {
                cancelled = false;
                setTick((time + TICK_NANOS - 1) / TICK_NANOS);
            }
            loop.wake();
        }

        private void setTick(long wanted) {
            unlink();
            tick = Math.max(wanted, nextTick);
            linkBehind(pending.before);
        }

        /** Clears the timer. A task that is running continues, but is not retried. */
        public void cancel() {
            synchronized (TimerThread.this) {
                cancelled = true;
                unlink();
            }
        }

        private void linkBehind(Timer other) {
            before = other;
            after = other.after;
            before.after = this;
            after.before = this;
        }

        private void unlink() {
            if (after != null) {
                before.after = after;
                after.before = before;
                before = null;
                after = null;
            }
        }
    }

    /** Timers that are set. */
    private final Timer pending = newList();

    /** Timers that are due and have not run yet. */
    private final Timer due = newList();

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LongSupplier clock;
    private final DaemonLoop loop;

    /** The next tick to check. */
    private long nextTick;

    /**
     * Creates a thread that does not run until {@link #start}.
     *
     * @param clock nanoseconds since some fixed time in the past; never less than 0
     */
    TimerThread(String threadName, LongSupplier clock) {
        this.clock = clock;
        nextTick = clock.getAsLong() / TICK_NANOS;
        loop = new DaemonLoop(
                threadName, this::advance, TICK_NANOS, new FailureLog(LOG, "timers could not be checked"));
    }

    /** Returns an empty list: its head is its only node. */
    private Timer newList() {
        Timer head = new Timer(() -> {});
        head.before = head;
        head.after = head;
        return head;
    }

    void start() {
        loop.start();
    }

    /** Creates a timer that is not set. Its task runs on this thread. */
    public Timer timer(Runnable task) {
        return new Timer(task);
    }

    /** Creates a timer and sets it. Its task stays reachable until it has run or is cancelled. */
    public Timer schedule(long time, Runnable task) {
        Timer timer = timer(task);
        timer.set(time);
        return timer;
    }

    /**
     * Runs everything that is due.
     *
     * @return the time until the next timer is due, in nanoseconds; {@link DaemonLoop#UNTIL_WOKEN} if none is set
     */
    public long advance() {
        collectDue(clock.getAsLong() / TICK_NANOS);
        for (Timer timer = takeDue(); timer != null; timer = takeDue()) {
            try {
                timer.task.run();
            } catch (Throwable t) {
                retry(timer);
                log(t);
            }
        }
        return untilNext();
    }

    private synchronized void collectDue(long now) {
        Timer timer = pending.after;
        while (timer != pending) {
            Timer next = timer.after;
            if (timer.tick <= now) {
                timer.unlink();
                timer.linkBehind(due.before);
            }
            timer = next;
        }
        nextTick = Math.max(nextTick, now + 1);
    }

    /** Removes and returns the next timer that is due, or null. The others remain due, whatever its task throws. */
    private synchronized Timer takeDue() {
        Timer timer = due.after;
        if (timer == due) {
            return null;
        }
        timer.unlink();
        return timer;
    }

    /** Sets a timer again whose task threw, unless it was set or cancelled meanwhile. */
    private synchronized void retry(Timer timer) {
        if (timer.after == null && !timer.cancelled) {
            timer.setTick(nextTick + RETRY_TICKS);
        }
    }

    private synchronized long untilNext() {
        long earliest = Long.MAX_VALUE;
        for (Timer timer = pending.after; timer != pending; timer = timer.after) {
            earliest = Math.min(earliest, timer.tick);
        }
        return earliest == Long.MAX_VALUE
                ? DaemonLoop.UNTIL_WOKEN
                : Math.max(1, earliest * TICK_NANOS - clock.getAsLong());
    }

    /** Logs what a task threw, if there is enough memory. Does not throw: nothing may end the thread. */
    public void log(Throwable thrown) {
        try {
            failureLog.log(suppressed -> LOG.error(
                    "a timer task failed and runs again in {} ms{}",
                    RETRY_MILLIS,
                    LogLimiter.suffix(suppressed),
                    thrown));
        } catch (Throwable t) {
            return;
        }
    }

    /** Ends the thread. Tasks that are not due yet never run. */
    @Override
    public void close() {
        loop.close();
    }

    Thread thread() {
        return loop.thread();
    }
}
