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

    /** Lets time pass, for what is measured during it. */
    static void pass(Duration window) {
        long end = System.nanoTime() + window.toNanos();
        for (long left = window.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Fails if the condition does not come to hold. */
    static void that(String what, Callable<Boolean> condition) throws Exception {
        that(what, LONG, condition);
    }

    /** Fails if the condition does not come to hold in time. */
    static void that(String what, Duration limit, Callable<Boolean> condition) throws Exception {
        if (!holds(limit, condition)) {
            throw new AssertionError("not within " + limit.toSeconds() + " s: " + what);
        }
    }
}
