package io.grizzlythrift.test;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates server names that were not used before in this process, so that threads are not confused with those of an
 * earlier server.
 */
public final class UniqueName {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private UniqueName() {}

    /** Returns the base followed by a number. */
    public static String of(String base) {
        return base + '-' + NUMBERS.incrementAndGet();
    }
}
