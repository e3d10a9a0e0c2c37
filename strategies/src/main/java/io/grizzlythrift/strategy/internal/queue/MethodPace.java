package io.grizzlythrift.strategy.internal.queue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records whether the calls of one method are quick enough to run on a selector thread. A method starts on the pool. It is
 * promoted after {@link PaceRules#CALLS_IN_ROW} consecutive quick calls over some time, and demoted at once by a single call
 * that takes many times the bound, or by slow calls that take more than their share of the time.
 *
 * <p>Any thread may call any method. {@link #quick} is volatile, so that after a demotion no thread starts another call of the
 * method. It changes under the lock, together with the fields it depends on. Calls on the pool are counted without a lock: if
 * two threads count at the same time, one call may be lost, and the promotion is one call late.
 */
public final class MethodPace {
    /** The maximum number of calls that share one clock reading: {@value}. */
    public static final int MAX_SEGMENT = 16;

    private final String method;
    private final PaceRules rules;
    private final PaceListener listener;
    private volatile boolean quick;

    /** Quick calls on the pool since the row began. */
    private final AtomicInteger inRow = new AtomicInteger();

    /** Calls in that row that took longer than the bound, but may only have been preempted. */
    private final AtomicInteger tolerated = new AtomicInteger();

    /** Start of the current row of quick calls, as {@link System#nanoTime()}. */
    private final AtomicLong rowBegan;

    /** Calls per clock reading. A hint: any value within its bounds is valid, so races are harmless. */
    private int segment = 1;

    private volatile long wait = PaceRules.FIRST_WAIT_NANOS;

    /** Guarded by the lock of this object, like the fields below. */
    private long promotedAt;

    private long promotions;
    private long demotions;
    private long lastSlowNanos;

    /** Time that slow calls took since the promotion, minus their allowance until {@link #slowAt}. */
    private long slowNanos;

    private long slowAt;

    /**
     * Creates the pace of a method about which nothing is known.
     *
     * @param method the name of the method
     * @param now as {@link System#nanoTime()}
     */
    public MethodPace(String method, PaceRules rules, PaceListener listener, long now) {
        this.method = method;
        this.rules = rules;
        this.listener = listener;
        rowBegan = new AtomicLong(now);
    }

    /** {@return whether calls should run on selector threads} */
    public boolean isQuick() {
        return quick;
    }

    /** {@return the number of calls on a selector thread that share one clock reading: 1 to {@value #MAX_SEGMENT}} */
    public int segment() {
        return segment;
    }

    /**
     * Records a call on the pool.
     *
     * @param nanos the time for which it held its thread
     * @param now the time at which it ended
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
     * Records consecutive calls on a selector thread, none of which was slow.
     *
     * @param calls the number of calls: 1 to {@link #segment()}
     * @param nanos the time for which they held the thread in total
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
     * Returns whether one of several calls was slow. A single call is compared with the bound. Several calls may all have
     * been quick if they took less than twice the bound in total; the next calls are then measured one by one.
     *
     * @param calls the number of calls
     * @param nanos the time for which they held a selector thread in total
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
     * Records a {@linkplain #isSlow slow} call on a selector thread. Demotes the method if the call took {@link
     * PaceRules#burstNanos}, or if slow calls together took that much beyond their allowance of one hundredth of
     * the time: a leaky bucket.
     *
     * @param nanos the time for which it, and the calls measured with it, held the thread
     * @param now the time at which it ended
     */
    public void tooSlow(long nanos, long now) {
        long slow;
        long longer;
        synchronized (this) {
            if (!quick) {
                lastSlowNanos = nanos;
                return; // another thread demoted it first, perhaps while this call ran
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

    /**
     * {@return what is known at a moment}
     *
     * @param now as {@link System#nanoTime()}
     */
    public synchronized PaceState state(long now) {
        return new PaceState(
                quick,
                inRow.getOpaque(),
                Math.max(0, now - rowBegan.getOpaque()),
                wait,
                rules.boundNanos(),
                lastSlowNanos);
    }

    /** {@return the number of times that calls moved from the pool to the selector threads} */
    public synchronized long promotions() {
        return promotions;
    }

    /** {@return the number of times that calls moved back because some were slow} */
    public synchronized long demotions() {
        return demotions;
    }

    /** {@return the time that the last slow call took on a selector thread; 0 if there was none} */
    public synchronized long lastSlowNanos() {
        return lastSlowNanos;
    }
}
