package io.grizzlythrift.client.internal.endpoint;

import io.grizzlythrift.client.internal.connection.ClientContext;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs a check every two ticks of the timer thread while there are calls. Each call reads one flag, and sets a timer if the
 * checks are not running. A check looks at each connection: if there are thousands, the pause between two checks is
 * {@value #PAUSE_FACTOR} times as long as a check takes, but at most {@value #MAX_PAUSE_MILLIS} ms: it may have taken long
 * only because its thread was delayed.
 *
 * <p>No call is missed: a call is registered before the flag is read, and the flag is cleared before each check.
 */
final class HeadOfLineCheck {
    /** The time between two checks, in nanoseconds. */
    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TimerThread.TICK_MILLIS);

    private static final int PAUSE_FACTOR = 50;
    private static final int MAX_PAUSE_MILLIS = 250;

    private final ClientContext context;
    private final BooleanSupplier check;
    private final TimerThread.Timer timer;
    private volatile boolean running;

    /** The earliest time of the next check. Written on the timer thread only. */
    private volatile long earliest;

    /** @param check returns whether there are calls; runs on the timer thread */
    HeadOfLineCheck(ClientContext context, BooleanSupplier check) {
        this.context = context;
        this.check = check;
        timer = context.threads().timers().timer(this::run);
    }

    /** Starts the checks, which go on until one finds no calls. */
    void start() {
        if (!running) {
            running = true;
            timer.set(Math.max(context.now() + PERIOD_NANOS, earliest));
        }
    }

    private void run() {
        running = false;
        long begun = context.now();
        boolean again = check.getAsBoolean();
        long end = context.now();
        earliest = end + Math.min(PAUSE_FACTOR * (end - begun), TimeUnit.MILLISECONDS.toNanos(MAX_PAUSE_MILLIS));
        if (again) {
            start();
        }
    }
}
