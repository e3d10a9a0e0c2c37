package io.grizzlythrift.test;

import static org.testng.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what nothing signals. */
public final class Await {
    /** Long enough for a machine with other things to do; a condition that never holds is the exception. */
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Others need the processor for what is waited for. */
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private Await() {}

    /** Returns as soon as the condition holds; fails if that takes too long. */
    public static void that(String failure, BooleanSupplier condition) {
        long begin = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - begin < LIMIT_NANOS, failure);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
