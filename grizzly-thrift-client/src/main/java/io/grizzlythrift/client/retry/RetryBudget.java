package io.grizzlythrift.client.retry;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many attempts a client may make besides the first ones of its calls: a token bucket. Calls and time add tokens, a retry
 * or a hedge takes one, and tokens that are not used expire. So retries are a bounded part of the load, however many calls
 * fail. After Finagle's {@code RetryBudget} (20 % of the requests and 10 a second, which expire after 10 seconds); here they
 * do not expire all at once, but decay with that time constant.
 *
 * <p>Calls do not touch the budget. Only who asks for a token reads how many calls there were, and takes them as evenly
 * spread over the time since the last one asked. With d calls in t seconds, b tokens become
 *
 * <pre>
 *   b e^(-t/T) + (percent/100 d/t + perSecond) T (1 - e^(-t/T)),   T = 10 s
 * </pre>
 *
 * <p>It starts with what time alone would add in the long run. Thread-safe: the lock of this object guards all fields. Only
 * calls that fail, or are hedged, take it. Allocates nothing.
 */
public final class RetryBudget {
    /** The time after which a token expires: {@value} seconds. */
    static final int EXPIRY_SECONDS = 10;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final double perCall;
    private final double perSecond;
    private final LongSupplier calls;
    private final LongSupplier clock;
    private double tokens;
    private long asked;
    private long callsThen;

    /**
     * Makes a budget.
     *
     * @param percentOfCalls the tokens that 100 calls add
     * @param perSecond the tokens that each second adds
     * @param calls how many calls were started, without retries and hedges; any thread
     * @param clock nanoseconds
     */
    public RetryBudget(int percentOfCalls, int perSecond, LongSupplier calls, LongSupplier clock) {
        perCall = percentOfCalls / 100.0;
        this.perSecond = perSecond;
        this.calls = calls;
        this.clock = clock;
        tokens = this.perSecond * EXPIRY_SECONDS;
        asked = clock.getAsLong();
        callsThen = calls.getAsLong();
    }

    /** Takes a token for one more attempt. Returns false if there is none. */
    public synchronized boolean take() {
        add();
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    private void add() {
        long now = clock.getAsLong();
        long callsNow = Math.max(callsThen, calls.getAsLong()); // the counters are not read all at the same time
        double added = perCall * (callsNow - callsThen);
        double seconds = (now - asked) / NANOS_PER_SECOND;
        if (seconds > 0) {
            double kept = Math.exp(-seconds / EXPIRY_SECONDS);
            tokens = tokens * kept + (added / seconds + perSecond) * EXPIRY_SECONDS * (1 - kept);
        } else {
            tokens += added;
        }
        asked = Math.max(asked, now);
        callsThen = callsNow;
    }
}
