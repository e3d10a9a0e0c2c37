package io.grizzlythrift.client.io;

import io.grizzlythrift.log.LogLimiter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks at given times, never early, at most a tick ({@value #TICK_MILLIS} ms) late unless another task takes
 * long: a hashed wheel. The calls themselves are not in it, that would cost each of them two visits; each connection
 * keeps one timer here for the earliest deadline of its calls.
 *
 * <p>One daemon thread per client, parked while nothing is due within a turn of the wheel. Tasks must be short and must
 * not run code of the user's. A task that throws is run again after {@value #RETRY_MILLIS} ms, so that a deadline is
 * late but not lost when memory was used up. The timers are the links of the lists: to set one and to run it allocates
 * nothing.
 */
public final class DeadlineWheel implements AutoCloseable {
    public static final long TICK_MILLIS = 5;
    public static final long RETRY_MILLIS = 100;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final long RETRY_TICKS = RETRY_MILLIS / TICK_MILLIS;
    private static final int SPOKES = 256;
    private static final Logger LOG = LoggerFactory.getLogger(DeadlineWheel.class);

    /** A task and the time at which it is to run, if it is set. A timer may be set any number of times. */
    public final class Timer {
        private final Runnable task;
        private long tick;

        /** Neighbors in the list of a spoke, or of what is due; null while the timer is not set. */
        private Timer before;

        private Timer after;

        /** Cancelled since the task was taken to be run: it is not run again if it throws. */
        private boolean cancelled;

        private Timer(Runnable task) {
            this.task = task;
        }

        /** Has the task run once at a time, instead of at the time that was set before. Allocates nothing. */
        public void set(long time) {
            synchronized (DeadlineWheel.this) {
                cancelled = false;
                setTick((time + TICK_NANOS - 1) / TICK_NANOS);
            }
            LockSupport.unpark(thread);
        }

        private void setTick(long wanted) {
            unlink();
            tick = Math.max(wanted, nextTick);
            linkBehind(spoke(tick).before);
            size++;
        }

        /** Forgets the task, unless it runs already or has run. */
        public void cancel() {
            synchronized (DeadlineWheel.this) {
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
                size--;
            }
        }
    }

    private final Timer[] spokes = new Timer[SPOKES];

    /** What is due and was not run yet. */
    private final Timer due = newList();

    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LongSupplier clock;
    private final Thread thread;

    /** The next tick to be run. */
    private long nextTick;

    /** How many timers are set. */
    private int size;

    private volatile boolean closed;

    /**
     * Makes a wheel that does not turn until {@link #start}.
     *
     * @param clock nanoseconds since any moment not later than now, never less than 0
     */
    DeadlineWheel(String threadName, LongSupplier clock) {
        this.clock = clock;
        for (int i = 0; i < SPOKES; i++) {
            spokes[i] = newList();
        }
        nextTick = clock.getAsLong() / TICK_NANOS;
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    /** An empty list: its head is its only element. */
    private Timer newList() {
        Timer head = new Timer(() -> {});
        head.before = head;
        head.after = head;
        return head;
    }

    void start() {
        thread.start();
    }

    /** Makes a timer that is not set. Its task runs on the thread of the wheel. */
    public Timer timer(Runnable task) {
        return new Timer(task);
    }

    /** Runs a task once, on the thread of the wheel. What the task refers to is held until then, or until cancelled. */
    public Timer schedule(long time, Runnable task) {
        Timer timer = timer(task);
        timer.set(time);
        return timer;
    }

    private Timer spoke(long tick) {
        return spokes[(int) (tick % SPOKES)];
    }

    /**
     * Runs everything that is due.
     *
     * @return how long nothing will be due, in nanoseconds; {@link Long#MAX_VALUE} if nothing is scheduled
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
        // After a long pause one turn of the wheel sees every spoke.
        long from = Math.max(nextTick, now - SPOKES + 1);
        for (long tick = from; tick <= now; tick++) {
            Timer head = spoke(tick);
            Timer timer = head.after;
            while (timer != head) {
                Timer next = timer.after;
                if (timer.tick <= now) {
                    timer.unlink();
                    timer.linkBehind(due.before);
                    size++;
                }
                timer = next;
            }
        }
        nextTick = Math.max(nextTick, now + 1);
    }

    /** Takes the next timer whose task is to be run, or null. Those behind it stay, whatever the task throws. */
    private synchronized Timer takeDue() {
        Timer timer = due.after;
        if (timer == due) {
            return null;
        }
        timer.unlink();
        return timer;
    }

    /** Sets a timer whose task threw, unless it was set or cancelled meanwhile. */
    private synchronized void retry(Timer timer) {
        if (timer.after == null && !timer.cancelled) {
            timer.setTick(nextTick + RETRY_TICKS);
        }
    }

    private synchronized long untilNext() {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        long tick = nextTick;
        while (tick < nextTick + SPOKES && spoke(tick).after == spoke(tick)) {
            tick++;
        }
        return Math.max(1, tick * TICK_NANOS - clock.getAsLong());
    }

    private void run() {
        while (!closed) {
            long nanos;
            try {
                nanos = advance();
            } catch (Throwable t) {
                nanos = TICK_NANOS; // what is due is due still
                log(t);
            }
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
    }

    /** Logs what was thrown, if there is memory for that: nothing may end the thread. */
    public void log(Throwable thrown) {
        try {
            failureLog.log(suppressed -> LOG.error(
                    "what was due failed, and is done again in {} ms{}",
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
        closed = true;
        LockSupport.unpark(thread);
    }

    Thread thread() {
        return thread;
    }
}
