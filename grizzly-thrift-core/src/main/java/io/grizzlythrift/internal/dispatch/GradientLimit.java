package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.limits.ConcurrencyLimit;
import java.util.concurrent.TimeUnit;

/**
 * A limit on calls in flight that follows how long calls take: the "gradient" of Netflix's concurrency-limits
 * (Gradient2Limit, <a href="https://github.com/Netflix/concurrency-limits">github.com/Netflix/concurrency-limits</a>).
 * Not thread-safe.
 *
 * <pre>
 *   gradient = tolerance * long-term time of handlers / current time of calls      0.5 to 1
 *   gradient &lt; 1:  limit falls by {@value #SMOOTHING} * (1 - gradient) of itself
 *   gradient = 1:  limit rises by its square root
 * </pre>
 *
 * <p>Differences from the source:
 *
 * <ul>
 *   <li>There, the long-term time is that of whole calls, so a persistent queue is considered normal after some
 *       minutes. Here it is that of handlers alone, which no queue of this server makes longer.
 *   <li>There, the limit also rises while calls are slow, which makes it drift up under slight overload.
 *   <li>Times below a millisecond count as one millisecond: such calls are quick enough, and their times are mostly
 *       noise.
 * </ul>
 */
final class GradientLimit {
    /** The fraction of a decrease that takes effect in one window. */
    static final double SMOOTHING = 0.2;

    private static final double LEAST_GRADIENT = 0.5;

    /** The number of windows over which the time of handlers is averaged. */
    private static final int LONG_RUN = 600;

    /** During the first windows, up to this number, the average is that of all windows so far. */
    private static final int WARM_UP = 10;

    /** If handlers become quicker than the long-term average by this factor, the average falls faster. */
    private static final double FASTER = 2;

    private static final double FASTER_DECAY = 0.9;
    private static final double LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final ConcurrencyLimit bounds;
    private double limit;
    private double longRunNanos;
    private int windows;

    /** Creates a limit that starts at its smallest value. */
    GradientLimit(ConcurrencyLimit bounds) {
        this.bounds = bounds;
        limit = bounds.min();
    }

    /**
     * Updates the limit with the measurements of one window.
     *
     * @param inFlight the mean number of calls in flight
     * @param handledNanos the mean time of handlers
     * @param callNanos the mean time of calls, including their wait for a thread
     */
    void window(double inFlight, double handledNanos, double callNanos) {
        averageHandled(Math.max(LEAST_NANOS, handledNanos));
        if (inFlight < limit / 2) { // does not show whether the server could take more calls, or has too many
            return;
        }
        double gradient = bounds.tolerance() * longRunNanos / Math.max(LEAST_NANOS, callNanos);
        double next = gradient < 1
                ? limit * (1 - SMOOTHING * (1 - Math.max(LEAST_GRADIENT, gradient)))
                : limit + Math.sqrt(limit);
        limit = Math.max(bounds.min(), Math.min(bounds.max(), next));
    }

    private void averageHandled(double nanos) {
        windows = Math.min(windows + 1, LONG_RUN);
        double weight = windows <= WARM_UP ? 1.0 / windows : 1.0 / LONG_RUN;
        longRunNanos += weight * (nanos - longRunNanos);
        if (longRunNanos > FASTER * nanos) {
            longRunNanos *= FASTER_DECAY;
        }
    }

    /** {@return the number of calls that may be in flight, within the bounds} */
    int limit() {
        return (int) limit;
    }
}
