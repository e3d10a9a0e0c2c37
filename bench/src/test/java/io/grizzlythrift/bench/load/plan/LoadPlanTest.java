package io.grizzlythrift.bench.load.plan;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.service.Method;
import java.time.Duration;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Invalid plans are rejected. */
public final class LoadPlanTest {
    /** Rates out of bounds. */
    @DataProvider
    public Object[][] badRates() {
        return new Object[][] {
            {-0.001}, {10_000_000.1}, {Double.NaN}, {Double.POSITIVE_INFINITY}, {Double.NEGATIVE_INFINITY}
        };
    }

    /** The error names the rate and its bounds. */
    @Test(dataProvider = "badRates")
    public void refusesRates(double rate) {
        String line = refusal(Method.ECHO, rate, 0);
        assertEquals(line, "rate is " + rate + ", must be 0 to 10000000 calls per second");
    }

    /** Burning on every call would be method burn; and with method burn, there are no calls in between. */
    @Test
    public void refusesBurnEvery() {
        for (int every : new int[] {-1, 1, 1_000_001}) {
            assertEquals(refusal(Method.ECHO, 0, every), "burn-every is " + every + ", must be 0 or 2 to 1000000");
        }
        assertEquals(refusal(Method.BURN, 0, 5), "burn-every is 5, must be 0 with method burn, where every call burns");
    }

    /** The bounds themselves are valid. */
    @Test
    public void acceptsBounds() {
        assertEquals(plan(Method.ECHO, 10_000_000, 1_000_000).rate(), 1e7);
        assertEquals(plan(Method.ECHO, 0.001, 2).burnEvery(), 2);
        assertEquals(plan(Method.BURN, 0, 0).burnEvery(), 0);
    }

    private static String refusal(Method method, double rate, int burnEvery) {
        return expectThrows(IllegalArgumentException.class, () -> plan(method, rate, burnEvery))
                .getMessage();
    }

    private static LoadPlan plan(Method method, double rate, int burnEvery) {
        return LoadPlan.builder("127.0.0.1", 1)
                .method(method)
                .size(10)
                .handlerTime(Duration.ofMillis(1))
                .rate(rate)
                .burnEvery(burnEvery)
                .build();
    }
}
