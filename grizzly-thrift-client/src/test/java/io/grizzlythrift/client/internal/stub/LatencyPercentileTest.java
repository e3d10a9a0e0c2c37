package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The estimate of a percentile, from random latencies that are the same in each run. */
public final class LatencyPercentileTest {
    private static final long MILLI = 1_000_000;

    @DataProvider
    static Object[][] percentiles() {
        return new Object[][] {{50.0}, {90.0}, {95.0}, {99.0}};
    }

    /** Returns the next latency of an exponential distribution. */
    private static long next(Random random, long mean) {
        return (long) (-Math.log(1 - random.nextDouble()) * mean);
    }

    @Test(dataProvider = "percentiles")
    public void comesCloseToThePercentile(double percentile) {
        LatencyPercentile estimate = new LatencyPercentile(percentile);
        Random random = new Random(17);
        int slower = 0;
        int measured = 100_000;
        for (int i = 0; i < 10_000 + measured; i++) {
            long latency = next(random, 10 * MILLI);
            slower += i >= 10_000 && latency > estimate.nanos() ? 1 : 0;
            estimate.took(latency);
        }
        double expected = 1 - percentile / 100;
        assertEquals((double) slower / measured, expected, expected / 20);
    }

    /** A call that was hedged tells only that it took longer. */
    @Test
    public void callsWhoseLatencyIsUnknownCount() {
        LatencyPercentile all = new LatencyPercentile(95);
        LatencyPercentile cut = new LatencyPercentile(95);
        Random random = new Random(17);
        for (int i = 0; i < 10_000; i++) {
            long latency = next(random, MILLI);
            all.took(latency);
            if (latency > cut.nanos()) {
                cut.exceeded();
            } else {
                cut.took(latency);
            }
        }
        assertEquals(cut.nanos(), all.nanos());
    }

    @Test
    public void followsTheLatency() {
        LatencyPercentile estimate = new LatencyPercentile(95);
        IntStream.range(0, 1_000).forEach(i -> estimate.took(MILLI));
        assertTrue(estimate.nanos() > MILLI / 2 && estimate.nanos() < 2 * MILLI, estimate.nanos() + " ns");
        IntStream.range(0, 200).forEach(i -> estimate.took(100 * MILLI));
        assertTrue(estimate.nanos() > 50 * MILLI, estimate.nanos() + " ns");
        IntStream.range(0, 3_000).forEach(i -> estimate.took(MILLI));
        assertTrue(estimate.nanos() < 2 * MILLI, estimate.nanos() + " ns");
    }

    @Test
    public void isUnknownAtFirst() {
        LatencyPercentile estimate = new LatencyPercentile(95);
        for (int i = 0; i < LatencyPercentile.MIN_CALLS; i++) {
            assertEquals(estimate.nanos(), LatencyPercentile.UNKNOWN);
            estimate.took(i);
        }
        assertTrue(estimate.nanos() < MILLI, estimate.nanos() + " ns");
    }
}
