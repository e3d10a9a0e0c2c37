package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.io.TimerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs a check every two ticks of the timer thread while there are calls. Each call reads one flag, and sets a timer if the
 * checks are not running.
 *
 * <p>No call is missed: a call is registered before the flag is read, and the flag is cleared before each check.
 */
final class HeldUpCheck {
    /** The time between two checks, in nanoseconds. */
    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TimerThread.TICK_MILLIS);

    private final ClientContext context;
    private final BooleanSupplier check;
    private final TimerThread.Timer timer;
    private volatile boolean running;

    /** @param check returns whether there are calls; runs on the timer thread */
    HeldUpCheck(ClientContext context, BooleanSupplier check) {
        this.context = context;
        this.check = check;
        timer = context.threads().timers().timer(this::run);
    }

    /** Starts the checks, which go on until one finds no calls. */
    void start() {
        if (!running) {
            running = true;
            timer.set(context.now() + PERIOD_NANOS);
        }
    }

    private void run() {
        running = false;
        if (check.getAsBoolean()) {
            start();
        }
    }
}
