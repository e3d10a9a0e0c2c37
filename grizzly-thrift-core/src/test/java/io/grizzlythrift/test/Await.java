package io.grizzlythrift.test;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits for what nothing signals. It parks between two looks: what is waited for needs the processor. */
public final class Await {
    /** Long enough for a machine with other things to do; a condition that never holds is the exception. */
    public static final Duration LONG = Duration.ofSeconds(30);

    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private Await() {}

    /** Holds or not. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        /** {@return whether it holds now} */
        boolean holds() throws E;
    }

    /** Returns as soon as the condition holds; fails if that takes longer than {@link #LONG}. */
    public static <E extends Exception> void that(String failure, Condition<E> condition) throws E {
        that(failure, LONG, condition);
    }

    /** Returns as soon as the condition holds; fails if that takes too long. */
    public static <E extends Exception> void that(String failure, Duration limit, Condition<E> condition) throws E {
        if (!holds(limit, condition)) {
            throw new AssertionError("not within " + limit.toSeconds() + " s: " + failure);
        }
    }

    /** {@return whether the condition came to hold in time} */
    public static <E extends Exception> boolean holds(Duration limit, Condition<E> condition) throws E {
        long begin = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begin > limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    /**
     * Counts what may come a little later: a line of a log may be written after a peer has seen what it is about.
     *
     * @return the count as soon as it is not 0; 0 if it is still that after {@link #LONG}
     */
    public static long count(LongSupplier counting) {
        return holds(LONG, () -> counting.getAsLong() != 0) ? counting.getAsLong() : 0;
    }

    /** Lets time pass, for what is measured during it. */
    public static void pass(Duration window) {
        long end = System.nanoTime() + window.toNanos();
        for (long left = window.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
