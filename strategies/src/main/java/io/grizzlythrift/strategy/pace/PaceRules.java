package io.grizzlythrift.strategy.pace;

import java.util.concurrent.TimeUnit;

/**
 * When a method is quick enough for a selector thread. All times are in nanoseconds.
 *
 * @param boundNanos a call that holds its thread for less is quick
 */
public record PaceRules(long boundNanos) {
    /**
     * How many quick calls in a row promote a method: {@value}. Where one call in a hundred is slow, so many are quick in a
     * row once in 23,000 attempts (0.99 to the power of 1,000).
     */
    public static final int CALLS_IN_ROW = 1_000;

    /** For how long all calls have been quick before a method is promoted for the first time. */
    static final long FIRST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The longest such time. */
    static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(5);

    /**
     * Slow calls may take one part of so many of the time on selector threads: {@value}. Interrupts, and a hypervisor that takes
     * a core away, make any call take some hundred microseconds at times.
     */
    public static final int SLOW_SHARE = 100;

    /** So many times the bound at once are too much: {@value}. */
    public static final int BURST = 100;

    /** Slow calls keep their method away for so many times as long as they took, so that they cost a selector at most 1 %. */
    static final int WAIT_PER_SLOW_TIME = 100;

    /** A method that stayed quick for so many times its last wait has recovered: the next wait is a first one. */
    static final int RECOVERY_FACTOR = 10;

    /**
     * On the pool, a call that takes longer than the bound, but less than this, may have lost its core to another thread: up
     * to {@link #TOLERATED_CALLS} of them do not end a row. Schedulers let a thread run for some milliseconds.
     */
    static final long PREEMPTION_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** How many such calls a row may have: {@value}. */
    static final int TOLERATED_CALLS = 2;

    /** {@return how much time slow calls may take at once} */
    long burstNanos() {
        return BURST * boundNanos;
    }

    /**
     * Returns for how long calls have to be quick after slow ones.
     *
     * @param slowNanos how long those took
     * @param lastWait the wait before the method was promoted
     * @param promotedFor for how long it was
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
