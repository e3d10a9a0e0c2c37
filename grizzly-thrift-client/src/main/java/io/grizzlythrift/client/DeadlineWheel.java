package io.grizzlythrift.client;

import io.grizzlythrift.frame.LogLimiter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks at given times, never early, at most a tick ({@value #TICK_MILLIS} ms) late unless another task takes
 * long: a hashed wheel. The calls themselves are not in it, that would cost each of them two visits; each connection
 * keeps one task here for the earliest deadline of its calls.
 *
 * <p>One daemon thread per client, parked while nothing is due within a turn of the wheel. Tasks must be short and must
 * not run code of the user's.
 */
final class DeadlineWheel implements AutoCloseable {
    static final long TICK_MILLIS = 5;

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final int SPOKES = 256;
    private static final Logger LOG = LoggerFactory.getLogger(ThriftClient.class);

    /** A task that waits for its time. */
    final class Timer {
        private final long tick;
        private final Runnable task;

        private Timer(long tick, Runnable task) {
            this.tick = tick;
            this.task = task;
        }

        /** Forgets the task, unless it runs already or has run. */
        void cancel() {
            synchronized (DeadlineWheel.this) {
                if (spoke(tick).remove(this)) {
                    size--;
                }
            }
        }
    }

    private final List<List<Timer>> spokes = new ArrayList<>(SPOKES);
    private final LogLimiter failureLog = new LogLimiter(System::nanoTime);
    private final LongSupplier clock;
    private final Thread thread;

    /** The next tick to be run. */
    private long nextTick;

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
            spokes.add(new ArrayList<>());
        }
        nextTick = clock.getAsLong() / TICK_NANOS;
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Runs a task once, on the thread of the wheel. What the task refers to is held until then, or until cancelled. */
    Timer schedule(long time, Runnable task) {
        long tick = (time + TICK_NANOS - 1) / TICK_NANOS;
        Timer timer;
        synchronized (this) {
            timer = new Timer(Math.max(tick, nextTick), task);
            spoke(timer.tick).add(timer);
            size++;
        }
        LockSupport.unpark(thread);
        return timer;
    }

    private List<Timer> spoke(long tick) {
        return spokes.get((int) (tick % SPOKES));
    }

    /**
     * Runs everything that is due.
     *
     * @return how long nothing will be due, in nanoseconds; {@link Long#MAX_VALUE} if nothing is scheduled
     */
    long advance() {
        for (Runnable task : takeDue(clock.getAsLong() / TICK_NANOS)) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                failureLog.log(suppressed -> LOG.error("a timer failed{}", LogLimiter.suffix(suppressed), e));
            }
        }
        return untilNext();
    }

    private synchronized List<Runnable> takeDue(long now) {
        List<Runnable> due = new ArrayList<>();
        // After a long pause one turn of the wheel sees every spoke.
        long from = Math.max(nextTick, now - SPOKES + 1);
        for (long tick = from; tick <= now; tick++) {
            for (Iterator<Timer> timers = spoke(tick).iterator(); timers.hasNext(); ) {
                Timer timer = timers.next();
                if (timer.tick <= now) {
                    timers.remove();
                    due.add(timer.task);
                }
            }
        }
        size -= due.size();
        nextTick = Math.max(nextTick, now + 1);
        return due;
    }

    private synchronized long untilNext() {
        if (size == 0) {
            return Long.MAX_VALUE;
        }
        long tick = nextTick;
        while (tick < nextTick + SPOKES && spoke(tick).isEmpty()) {
            tick++;
        }
        return Math.max(1, tick * TICK_NANOS - clock.getAsLong());
    }

    private void run() {
        while (!closed) {
            long nanos = advance();
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
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
