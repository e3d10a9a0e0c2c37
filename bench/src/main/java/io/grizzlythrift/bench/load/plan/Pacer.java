package io.grizzlythrift.bench.load.plan;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A thread that reports when calls of a schedule become due.
 *
 * <p>Between calls, the thread parks. It wakes up late, on Linux by 50 to 100 us; calls that became due in that time
 * are reported together. Latencies include the delay, because they are measured from when a call was due.
 */
public final class Pacer {
    private static final long STOP_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final Schedule schedule;
    private final Listener listener;
    private final LongSupplier clock;
    private final LongConsumer parking;
    private final Thread thread;
    private volatile boolean stopped;

    public Pacer(String name, Schedule schedule, Listener listener) {
        this(name, schedule, listener, System::nanoTime, LockSupport::parkNanos);
    }

    Pacer(String name, Schedule schedule, Listener listener, LongSupplier clock, LongConsumer parking) {
        this.schedule = schedule;
        this.listener = listener;
        this.clock = clock;
        this.parking = parking;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Reports every call once, in order, until stopped. */
    void run() {
        long next = 0;
        while (!stopped) {
            long now = clock.getAsLong();
            long first = next;
            while (schedule.due(next) - now <= 0) {
                next++;
            }
            if (next > first) {
                listener.due(first, next);
            } else {
                parking.accept(schedule.due(next) - now);
            }
        }
    }

    /** Stops the thread. No call is reported after this returns. */
    public void stop() {
        stopped = true;
        LockSupport.unpark(thread);
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Receives due calls on the pacing thread. */
    public interface Listener {
        /**
         * Called when calls become due.
         *
         * @param first number of the first call
         * @param end number of the last call plus one
         */
        void due(long first, long end);
    }
}
