package io.grizzlythrift.test;

import java.util.concurrent.atomic.AtomicInteger;

/** Names that no other server of this process had, so that its threads are not taken for those of one before. */
public final class UniqueName {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private UniqueName() {}

    /** The base with a number behind it. */
    public static String of(String base) {
        return base + '-' + NUMBERS.incrementAndGet();
    }
}
