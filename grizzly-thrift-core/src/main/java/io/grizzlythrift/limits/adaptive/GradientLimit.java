package io.grizzlythrift.limits.adaptive;

import io.grizzlythrift.limits.ConcurrencyLimit;
import java.util.concurrent.TimeUnit;

/**
 * A limit on calls in flight that follows how long calls take: the "gradient" of Netflix's concurrency-limits (Gradient2Limit,
 * <a href="https://github.com/Netflix/concurrency-limits">github.com/Netflix/concurrency-limits</a>). Not thread-safe.
 *
 * <pre>
 *   gradient = tolerance * time of handlers in the long run / time of calls now      0.5 to 1
 *   gradient &lt; 1:  limit falls by {@value #SMOOTHING} * (1 - gradient) of itself
 *   gradient = 1:  limit rises by its square root
 * </pre>
 *
 * <p>Differences from the source:
 *
 * <ul>
 *   <li>There, the time in the long run is that of whole calls, so a queue that stays is taken for normal after some
 *       minutes. Here it is that of handlers alone, which no queue of this server makes longer.
 *   <li>There, the limit also rises while calls are slow, which makes it drift up under slight overload.
 *   <li>Times below a millisecond count as one: such calls are quick enough, and their times are mostly noise.
 * </ul>
 */
final class GradientLimit {
    /** How much of a fall takes effect in one window. */
    static final double SMOOTHING = 0.2;

    private static final double LEAST_GRADIENT = 0.5;

    /** The number of windows over which the time of handlers is averaged. */
    private static final int LONG_RUN = 600;

    /** While fewer windows than this were seen, the average is that of all of them. */
    private static final int WARM_UP = 10;

    /** If handlers are this many times quicker than in the long run, the average falls faster. */
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
     * Takes one window of time into account.
     *
     * @param inFlight how many calls were in flight, on average
     * @param handledNanos how long handlers took, on average
     * @param callNanos how long calls took, on average, their wait for a thread included
     */
    void window(double inFlight, double handledNanos, double callNanos) {
        averageHandled(Math.max(LEAST_NANOS, handledNanos));
        if (inFlight < limit / 2) { // says nothing about whether the server could take more, or has too many
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

    /** {@return how many calls may be in flight, within the bounds} */
    int limit() {
        return (int) limit;
    }
}
