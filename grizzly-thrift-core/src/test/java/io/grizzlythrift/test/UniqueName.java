package io.grizzlythrift.test;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes names that no other server of this process had, so that its threads are not confused with those of an earlier
 * server.
 */
public final class UniqueName {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private UniqueName() {}

    /** Returns the base with a number behind it. */
    public static String of(String base) {
        return base + '-' + NUMBERS.incrementAndGet();
    }
}
