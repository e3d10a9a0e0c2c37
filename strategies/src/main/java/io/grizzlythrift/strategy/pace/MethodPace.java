package io.grizzlythrift.strategy.pace;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whether the calls of one method are quick enough to run on a selector thread. Unknown methods begin on the pool. A method
 * is promoted once {@link PaceRules#CALLS_IN_ROW} calls in a row, over some time, were quick, and demoted at once by a call
 * that takes many times the bound, or by slow calls that take more than their share of the time.
 *
 * <p>Any thread may call any method. {@link #quick} is volatile, so that after a demotion no thread begins another call of the
 * method. Changes of it are made under the lock, together with what they depend on. What is counted on the pool is counted
 * without one: if two threads count at the same time, a call may be lost, and the promotion comes a call later.
 */
public final class MethodPace {
    /** How many calls share one reading of the clock at most: {@value}. */
    public static final int MAX_SEGMENT = 16;

    private final String method;
    private final PaceRules rules;
    private final PaceListener listener;
    private volatile boolean quick;

    /** Quick calls on the pool since the last slow one. */
    private final AtomicInteger inRow = new AtomicInteger();

    /** Calls among them that may have been preempted. */
    private final AtomicInteger tolerated = new AtomicInteger();

    /** When the row began, as {@link System#nanoTime()}. */
    private final AtomicLong rowBegan;

    /** A hint: any value within its bounds is right, so that a race does no harm. */
    private int segment = 1;

    private volatile long wait = PaceRules.FIRST_WAIT_NANOS;

    /** Guarded by the lock of this object, like the fields below. */
    private long promotedAt;

    private long promotions;
    private long demotions;
    private long lastSlowNanos;

    /** How long slow calls took since the promotion, less their share of the time until {@link #slowAt}. */
    private long slowNanos;

    private long slowAt;

    /**
     * Makes the pace of a method of which nothing is known.
     *
     * @param method its name
     * @param now as {@link System#nanoTime()}
     */
    public MethodPace(String method, PaceRules rules, PaceListener listener, long now) {
        this.method = method;
        this.rules = rules;
        this.listener = listener;
        rowBegan = new AtomicLong(now);
    }

    /** {@return whether the calls are to run on selector threads} */
    public boolean isQuick() {
        return quick;
    }

    /** {@return how many calls on a selector thread share one reading of the clock: 1 to {@value #MAX_SEGMENT}} */
    public int segment() {
        return segment;
    }

    /**
     * A call has run on the pool.
     *
     * @param nanos how long it held its thread
     * @param now when it ended
     */
    public void ranOnPool(long nanos, long now) {
        if (quick) {
            return;
        }
        if (nanos >= rules.boundNanos()) {
            if (nanos >= PaceRules.PREEMPTION_NANOS || tolerated.incrementAndGet() > PaceRules.TOLERATED_CALLS) {
                beginRow(now);
            }
            return;
        }
        int row = inRow.getOpaque() + 1;
        inRow.setOpaque(row);
        if (row >= PaceRules.CALLS_IN_ROW && now - rowBegan.getOpaque() >= wait) {
            promote(now);
        }
    }

    private void beginRow(long now) {
        inRow.setOpaque(0);
        tolerated.set(0);
        rowBegan.setOpaque(now);
    }

    private void promote(long now) {
        synchronized (this) {
            if (quick) {
                return;
            }
            promotions++;
            promotedAt = now;
            slowAt = now;
            slowNanos = 0;
            quick = true;
        }
        listener.promoted(method);
    }

    /**
     * Calls have run on a selector thread one after the other, none of them slow.
     *
     * @param calls how many: 1 to {@link #segment()}
     * @param nanos how long they held it together
     */
    public void ranOnSelector(int calls, long nanos) {
        int expected = segment;
        if (nanos > rules.boundNanos() / 4) {
            segment = Math.max(1, expected / 2);
        } else if (calls == expected && calls < MAX_SEGMENT && nanos < rules.boundNanos() / MAX_SEGMENT) {
            segment = 2 * calls;
        }
    }

    /**
     * Returns whether one of several calls was slow. That is known of a single call; several of them may all have been quick
     * if they took less than twice the bound together, and then each of the next ones is measured by itself.
     *
     * @param calls how many
     * @param nanos how long they held a selector thread together
     */
    public boolean isSlow(int calls, long nanos) {
        if (nanos < rules.boundNanos()) {
            return false;
        }
        if (calls > 1) {
            segment = 1;
            return nanos >= 2 * rules.boundNanos();
        }
        return true;
    }

    /**
     * A call on a selector thread was {@linkplain #isSlow slow}. The method is demoted if it took {@value PaceRules#BURST} times
     * the bound, or if slow calls have taken as much since, beyond one hundredth of the time. This is a leaky bucket.
     *
     * @param nanos how long it, and others before it, held the thread
     * @param now when it ended
     */
    public void tooSlow(long nanos, long now) {
        long slow;
        long longer;
        synchronized (this) {
            if (!quick) {
                return; // another thread was sooner
            }
            slow = Math.max(0, slowNanos - (now - slowAt) / PaceRules.SLOW_SHARE) + nanos;
            slowNanos = slow;
            slowAt = now;
            lastSlowNanos = nanos;
            if (slow < rules.burstNanos()) {
                return;
            }
            quick = false;
            demotions++;
            longer = rules.waitAfter(slow, wait, now - promotedAt);
            wait = longer;
            segment = 1;
            beginRow(now);
        }
        listener.demoted(method, slow, longer);
    }

    /** {@return how often calls moved from the pool to the selector threads} */
    public synchronized long promotions() {
        return promotions;
    }

    /** {@return how often they moved back, each time because of one slow call} */
    public synchronized long demotions() {
        return demotions;
    }

    /** {@return how long the slow call took that moved them back last; 0 if there was none} */
    public synchronized long lastSlowNanos() {
        return lastSlowNanos;
    }
}
