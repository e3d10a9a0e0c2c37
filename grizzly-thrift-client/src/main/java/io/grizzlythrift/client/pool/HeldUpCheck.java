package io.grizzlythrift.client.pool;

import io.grizzlythrift.client.context.ClientContext;
import io.grizzlythrift.client.io.TimerThread;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs a check every second tick of the timer thread while calls are in flight. A call costs one read of a flag while the
 * checks run, and sets a timer otherwise.
 *
 * <p>No call is missed: a call is registered before the flag is read, and the flag is cleared before the last check.
 */
final class HeldUpCheck {
    /** The time between two checks, in nanoseconds. */
    static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TimerThread.TICK_MILLIS);

    private final ClientContext context;
    private final BooleanSupplier check;
    private final TimerThread.Timer timer;
    private volatile boolean running;

    /** @param check returns whether calls are in flight; runs on the timer thread */
    HeldUpCheck(ClientContext context, BooleanSupplier check) {
        this.context = context;
        this.check = check;
        timer = context.threads().timers().timer(this::run);
    }

    /** Runs checks from now on, until one finds no calls in flight. */
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
