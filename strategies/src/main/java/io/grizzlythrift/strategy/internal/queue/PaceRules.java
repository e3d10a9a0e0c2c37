package io.grizzlythrift.strategy.internal.queue;

import java.util.concurrent.TimeUnit;

/**
 * Decides when a method is quick enough to run on a selector thread. All times are in nanoseconds.
 *
 * @param boundNanos a call is quick if it holds its thread for less than this
 */
public record PaceRules(long boundNanos) {
    /**
     * Number of consecutive quick calls after which a method is promoted: {@value}. If one call in a hundred is slow, a
     * run of this length occurs by chance once in 23,000 attempts (0.99 to the power of 1,000).
     */
    public static final int CALLS_IN_ROW = 1_000;

    /** Time for which all calls must be quick before a method is promoted for the first time: 10 ms. */
    static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Upper bound of that time, however often the method was demoted: 5 minutes. */
    static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(5);

    /**
     * Slow calls may take up to one part in {@value} of the time of selector threads, that is 1 %. Some share must be
     * allowed, because interrupts and a hypervisor that takes a core away occasionally make any call take a few hundred
     * microseconds.
     */
    public static final int SLOW_SHARE = 100;

    /** A single call that takes this many times the bound, and at least {@link #MIN_BURST_NANOS}, demotes its method at once. */
    public static final int BURST = 100;

    /**
     * While code is still being compiled, safepoints other than garbage collections stop a busy server for up to 20 ms, which
     * must not look like a slow call: 30 ms.
     */
    static final long MIN_BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

    /**
     * A demoted method stays on the pool for this many times as long as its slow calls took, so at most 1 % of a selector
     * is lost.
     */
    static final int WAIT_PER_SLOW_TIME = 100;

    /** A method that stays quick for this many times its last wait has recovered: its next wait is as short as the first. */
    static final int RECOVERY_FACTOR = 10;

    /**
     * A call on the pool that takes longer than the bound, but less than this (10 ms), may only have been preempted:
     * schedulers let another thread run for a few milliseconds. Up to {@link #TOLERATED_CALLS} such calls do not end a row.
     */
    static final long PREEMPTION_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Number of such calls that a row may contain: {@value}. */
    static final int TOLERATED_CALLS = 2;

    /** {@return the time that slow calls may take in a burst before the method is demoted} */
    public long burstNanos() {
        return Math.max(BURST * boundNanos, MIN_BURST_NANOS);
    }

    /**
     * Returns how long calls must be quick, after slow ones, before the method is promoted again.
     *
     * @param slowNanos the time that the slow calls took
     * @param lastWait the wait before the method was last promoted
     * @param promotedFor the time for which it was promoted
     */
    long waitAfter(long slowNanos, long lastWait, long promotedFor) {
        boolean recovered = promotedFor > RECOVERY_FACTOR * lastWait;
        long wanted = Math.max(
                recovered ? FIRST_WAIT_NANOS : 2 * lastWait,
                slowNanos > LONGEST_WAIT_NANOS / WAIT_PER_SLOW_TIME
                        ? LONGEST_WAIT_NANOS
                        : WAIT_PER_SLOW_TIME * slowNanos);
        return Math.min(LONGEST_WAIT_NANOS, wanted);
    }
}
