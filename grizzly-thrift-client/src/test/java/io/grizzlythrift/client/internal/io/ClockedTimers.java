package io.grizzlythrift.client.internal.io;

import java.util.function.LongSupplier;

/** Creates timers that run only when the test calls {@link TimerThread#advance}, on a clock that the test advances. */
public final class ClockedTimers {
    private ClockedTimers() {}

    public static TimerThread create(LongSupplier clock) {
        return new TimerThread("timers", clock);
    }

    /**
     * Ends the thread of timers that are otherwise in use. Without this, it may take a timer that is due, and run it later than
     * the test expects.
     */
    public static void endThread(TimerThread timers) {
        timers.close();
        try {
            timers.thread().join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
