package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.metrics.CallTimes;
import io.grizzlythrift.limits.ConcurrencyLimit;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests how call times are divided into windows, with a clock that the test advances. */
public final class AdaptiveLimitTest {
    /** A reading just before the clock overflows: only differences matter, not values. */
    private static final long START = Long.MAX_VALUE - 5;

    private static final long WINDOW = AdaptiveLimit.WINDOW_NANOS;
    private final List<Integer> limits = new ArrayList<>();
    private CallTimes times;
    private AdaptiveLimit limit;

    @BeforeMethod
    void start() {
        limits.clear();
        times = new CallTimes(1_000, 500, 700);
        limit = new AdaptiveLimit(ConcurrencyLimit.adaptive().withBounds(16, 100), () -> times, limits::add, START);
        assertEquals(limits, List.of(16));
    }

    /** Ends calls whose total waiting and running times are given in windows. */
    private void end(int calls, double queuedWindows, double handledWindows) {
        times = new CallTimes(
                times.calls() + calls,
                times.queuedNanos() + (long) (queuedWindows * WINDOW),
                times.handledNanos() + (long) (handledWindows * WINDOW));
    }

    @Test
    void aWindowHasALengthAndCalls() {
        end(16, 0, 16);
        limit.check(START + WINDOW - 1);
        assertEquals(limits, List.of(16), "too short");
        limit.check(START + WINDOW);
        assertEquals(limits, List.of(16, 20));
        end(9, 0, 90);
        limit.check(START + 3 * WINDOW);
        assertEquals(limits, List.of(16, 20), "too few calls");
        end(1, 0, 10);
        limit.check(START + 4 * WINDOW);
        assertEquals(limits, List.of(16, 20, 24));
    }

    /** If the total time of the calls that end in a window is eight windows, eight of sixteen calls are in flight. */
    @Test
    void halfOfTheLimitMustBeInUse() {
        end(800, 0, 7.9);
        limit.check(START + WINDOW);
        assertEquals(limits, List.of(16, 16));
        end(800, 0, 8);
        limit.check(START + 2 * WINDOW);
        assertEquals(limits, List.of(16, 16, 20));
    }

    /** If calls wait three times as long as they run, the gradient is a half. */
    @Test
    void timeInTheQueueLowersIt() {
        end(100, 0, 25);
        limit.check(START + WINDOW);
        end(100, 75, 25);
        limit.check(START + 2 * WINDOW);
        assertEquals(limits, List.of(16, 20, 18));
    }
}
