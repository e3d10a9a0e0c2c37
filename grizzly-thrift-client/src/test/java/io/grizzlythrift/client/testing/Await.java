package io.grizzlythrift.client.testing;

import static org.testng.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what nothing signals. */
public final class Await {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Others need the processor for what is waited for. */
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private Await() {}

    /** Returns as soon as the condition holds; fails if that takes too long. */
    public static void that(String failure, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, failure);
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
