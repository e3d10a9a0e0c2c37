package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.metrics.CallTimes;
import io.grizzlythrift.limits.ConcurrencyLimit;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Measures how long the calls of a server take, window by window, and adapts the limit on calls in flight. Used only by
 * the thread of the timeout monitor.
 *
 * <p>A window lasts at least 200 ms, and until ten calls have ended. Its calls are those that ended in it. By Little's
 * law, the sum of their times divided by the length of the window is the mean number of calls in flight, so the threads
 * that run calls need not count anything for this.
 */
public final class AdaptiveLimit {
    static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    static final long LEAST_CALLS = 10;

    private final GradientLimit gradient;
    private final Supplier<CallTimes> times;
    private final IntConsumer limit;
    private long windowStart;
    private CallTimes atWindowStart;

    /**
     * Creates a limit, and sets it to its smallest value.
     *
     * @param bounds the bounds of the limit
     * @param times supplies the times of all calls since the server was created
     * @param limit receives each new limit
     * @param now as {@link System#nanoTime()}
     */
    public AdaptiveLimit(ConcurrencyLimit bounds, Supplier<CallTimes> times, IntConsumer limit, long now) {
        gradient = new GradientLimit(bounds);
        this.times = times;
        this.limit = limit;
        windowStart = now;
        atWindowStart = times.get();
        limit.accept(gradient.limit());
    }

    /**
     * Ends the window if it is complete.
     *
     * @param now as {@link System#nanoTime()}
     */
    public void check(long now) {
        long length = now - windowStart;
        if (length < WINDOW_NANOS) {
            return;
        }
        CallTimes total = times.get();
        CallTimes window = total.since(atWindowStart);
        if (window.calls() < LEAST_CALLS) {
            return;
        }
        double calls = window.calls();
        double callNanos = (double) window.queuedNanos() + window.handledNanos();
        gradient.window(callNanos / length, window.handledNanos() / calls, callNanos / calls);
        limit.accept(gradient.limit());
        windowStart = now;
        atWindowStart = total;
    }
}
