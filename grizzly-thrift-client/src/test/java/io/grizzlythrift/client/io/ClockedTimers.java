package io.grizzlythrift.client.io;

import java.util.function.LongSupplier;

/** Creates timers that run only when the test calls {@link TimerThread#advance}, on a clock that the test advances. */
public final class ClockedTimers {
    private ClockedTimers() {}

    public static TimerThread create(LongSupplier clock) {
        return new TimerThread("timers", clock);
    }
}
