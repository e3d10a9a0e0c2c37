package io.grizzlythrift.server;

import static org.testng.Assert.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what nothing signals. */
final class Await {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(20);

    private Await() {}

    /** Returns as soon as the condition holds; fails if that takes too long. */
    static void that(String failure, BooleanSupplier condition) {
        long deadline = System.nanoTime() + NANOS;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, failure);
            Thread.onSpinWait();
        }
    }
}
