package io.grizzlythrift.strategy.internal.queue;

/**
 * What a {@link MethodPace} has learned. All times are in nanoseconds.
 *
 * @param quick whether calls run on selector threads
 * @param callsInRow quick calls on the pool since the last slow one; meaningless while {@code quick}
 * @param rowNanos the time for which all calls on the pool have been quick
 * @param waitNanos how long that must be before the method is promoted
 * @param boundNanos a call is quick if it takes less
 * @param lastSlowNanos the time that the last slow call took on a selector thread; 0 if there was none
 */
public record PaceState(
        boolean quick, int callsInRow, long rowNanos, long waitNanos, long boundNanos, long lastSlowNanos) {}
