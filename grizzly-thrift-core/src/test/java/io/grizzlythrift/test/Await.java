package io.grizzlythrift.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits for conditions that nothing signals. Parks between two checks, to leave the processor to other threads. */
public final class Await {
    /** Long enough for a busy machine; only a condition that never holds takes so long. */
    public static final Duration LONG = Duration.ofSeconds(30);

    private static final long CHECK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private Await() {}

    /** A condition. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        /** {@return whether it holds now} */
        boolean holds() throws E;
    }

    /** Returns as soon as the condition holds; fails if that takes longer than {@link #LONG}. */
    public static <E extends Exception> void that(String failure, Condition<E> condition) throws E {
        that(failure, LONG, condition);
    }

    /** Returns as soon as the condition holds; fails if that takes longer than the limit. */
    public static <E extends Exception> void that(String failure, Duration limit, Condition<E> condition) throws E {
        if (!holds(limit, condition)) {
            throw new AssertionError("not within " + limit.toSeconds() + " s: " + failure);
        }
    }

    /** {@return whether the condition held before the limit} */
    public static <E extends Exception> boolean holds(Duration limit, Condition<E> condition) throws E {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(CHECK_NANOS);
        }
        return true;
    }

    /**
     * Returns a count that may become positive a little later: for example, a line may be logged after the peer has
     * seen its cause.
     *
     * @return the count as soon as it is not 0, or 0 after {@link #LONG}
     */
    public static long count(LongSupplier counting) {
        return holds(LONG, () -> counting.getAsLong() != 0) ? counting.getAsLong() : 0;
    }

    /** Lets time pass, for measurements during it. */
    public static void pass(Duration window) {
        long end = System.nanoTime() + window.toNanos();
        for (long left = window.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
