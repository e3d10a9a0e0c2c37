package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** How many retries there may be, on a clock that the test advances. */
public final class RetryBudgetTest {
    private final AtomicLong clock = new AtomicLong(123_456_789);
    private final AtomicLong calls = new AtomicLong(5_000);

    private RetryBudget budget(int percentOfCalls, int perSecond) {
        return new RetryBudget(percentOfCalls, perSecond, calls::get, clock::get);
    }

    private void pass(long millis) {
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** Takes all that there is. */
    private static int drain(RetryBudget budget) {
        int taken = 0;
        while (budget.take()) {
            taken++;
        }
        return taken;
    }

    @Test
    public void beginsWithTenSecondsOfRetries() {
        assertEquals(drain(budget(20, 10)), 100);
        assertEquals(drain(budget(20, 0)), 0, "earlier calls do not count");
    }

    /** The formula of the class: 10 a second, of which the older ones have expired in part. */
    @Test
    public void timeAddsTokens() {
        RetryBudget budget = budget(20, 10);
        drain(budget);
        pass(1_000);
        assertEquals(drain(budget), 9); // 100 (1 - e^-0.1) = 9.5
        pass(1_000);
        assertEquals(drain(budget), 9);
        pass(1_000);
        assertEquals(drain(budget), 10, "parts of tokens are kept");
        pass(3_600_000);
        assertEquals(drain(budget), 100, "no more than that, however long it takes");
    }

    @Test
    public void callsAddTokens() {
        RetryBudget budget = budget(20, 0);
        calls.addAndGet(1_000);
        assertEquals(drain(budget), 200, "at once");
        calls.addAndGet(1_000);
        pass(1_000);
        assertEquals(drain(budget), 190); // 2,000 (1 - e^-0.1) = 190.3
        calls.addAndGet(100_000);
        pass(100_000);
        assertEquals(drain(budget), 1_999, "those of 10 s at 1,000 a second");
    }

    /** A retry of each call would be five times as many. */
    @Test
    public void retriesAreAPartOfTheCalls() {
        RetryBudget budget = budget(20, 0);
        int retries = 0;
        for (int second = 0; second < 100; second++) {
            for (int call = 0; call < 1_000; call++) {
                calls.incrementAndGet();
                pass(1);
                retries += budget.take() ? 1 : 0;
            }
        }
        assertEquals(retries, 20_000, 200);
    }

    @Test
    public void tokensExpire() {
        RetryBudget budget = budget(20, 0);
        calls.addAndGet(1_000);
        assertEquals(budget.take(), true);
        pass(60_000);
        assertFalse(budget.take(), "200 e^-6 tokens are left");
    }

    @Test
    public void anEmptyBudget() {
        RetryBudget budget = budget(0, 0);
        calls.addAndGet(1_000_000);
        pass(1_000_000);
        assertFalse(budget.take());
    }

    /** Counters are not read all at the same time. */
    @Test
    public void fewerCallsThanBefore() {
        RetryBudget budget = budget(100, 0);
        calls.addAndGet(10);
        assertEquals(drain(budget), 10);
        calls.addAndGet(-3);
        assertEquals(drain(budget), 0);
        calls.addAndGet(4);
        assertEquals(drain(budget), 1);
    }
}
