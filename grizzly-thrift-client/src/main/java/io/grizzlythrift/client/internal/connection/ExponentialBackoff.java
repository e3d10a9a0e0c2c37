package io.grizzlythrift.client.internal.connection;

import java.time.Duration;

/**
 * A backoff that doubles with each consecutive failure, with jitter: clients that failed together do not come back together.
 *
 * @param first the backoff after the first failure, more than zero
 * @param longest the longest backoff, at least {@code first}
 */
public record ExponentialBackoff(Duration first, Duration longest) {
    /**
     * Returns the backoff in nanoseconds after a number of previous failures: it doubles with each of them, up to the longest
     * one, and is shortened by up to a half.
     *
     * @param failuresBefore at least 0
     * @param random determines by how much it is shortened, 0 (not at all) to 1 (by a half)
     */
    public long nanos(int failuresBefore, double random) {
        long shortest = first.toNanos();
        long largest = longest.toNanos();
        int doublings = Math.min(failuresBefore, Long.SIZE - 1);
        long backoff = shortest > largest >> doublings ? largest : shortest << doublings;
        return backoff - (long) (backoff * random / 2);
    }
}
