package io.grizzlythrift.scorecard;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what nothing signals. */
final class Await {
    /** For what must come, however slow the machine is. */
    static final Duration LONG = Duration.ofSeconds(20);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private Await() {}

    /** Whether the condition came to hold in time. */
    static boolean holds(Duration limit, Callable<Boolean> condition) throws Exception {
        long begin = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /** Fails if the condition does not come to hold. */
    static void that(String what, Callable<Boolean> condition) throws Exception {
        if (!holds(LONG, condition)) {
            throw new AssertionError("not within " + LONG.toSeconds() + " s: " + what);
        }
    }
}
