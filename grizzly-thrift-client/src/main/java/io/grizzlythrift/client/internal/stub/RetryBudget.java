package io.grizzlythrift.client.internal.stub;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the retries and hedges of a client: a token bucket. Calls and time add tokens, a retry or a hedge takes one,
 * and unused tokens expire. So retries are a bounded part of the load, however many calls fail. Modeled on Finagle's
 * {@code RetryBudget} (20 % of the requests and 10 a second, which expire after 10 seconds); here tokens do not expire
 * all at once, but decay with that time constant.
 *
 * <p>Calls do not touch the budget. The number of calls is read only when a token is requested. The calls are assumed
 * to be evenly spread over the time since the last request. With d calls in t seconds, b tokens become
 *
 * <pre>
 *   b e^(-t/T) + (percent/100 d/t + perSecond) T (1 - e^(-t/T)),   T = 10 s
 * </pre>
 *
 * <p>The budget starts with the tokens that time alone would add in the long run. Thread-safe: the lock of this object
 * guards all mutable fields. Only calls that fail or are hedged take the lock. Allocates nothing.
 */
final class RetryBudget {
    /** The time constant with which unused tokens decay: {@value} seconds. */
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
     * Creates a budget.
     *
     * @param percentOfCalls the tokens that 100 calls add
     * @param perSecond the tokens that each second adds
     * @param calls returns the number of calls started, without retries and hedges; called on any thread
     * @param clock returns nanoseconds
     */
    RetryBudget(int percentOfCalls, int perSecond, LongSupplier calls, LongSupplier clock) {
        perCall = percentOfCalls / 100.0;
        this.perSecond = perSecond;
        this.calls = calls;
        this.clock = clock;
        tokens = this.perSecond * EXPIRY_SECONDS;
        asked = clock.getAsLong();
        callsThen = calls.getAsLong();
    }

    /** Takes a token for one more attempt. Returns false if there is none. */
    synchronized boolean take() {
        add();
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    /** {@return how many tokens are left} */
    synchronized double left() {
        add();
        return tokens;
    }

    private void add() {
        long now = clock.getAsLong();
        long callsNow = Math.max(callsThen, calls.getAsLong()); // a difference of counters, which may go back a little
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
