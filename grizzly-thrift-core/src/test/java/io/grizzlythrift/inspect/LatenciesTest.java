package io.grizzlythrift.inspect;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests the classes of times, and what is made of them. */
public final class LatenciesTest {
    private static long[] of(long... nanos) {
        long[] counts = new long[Latencies.CLASSES];
        for (long each : nanos) {
            counts[Latencies.classOf(each)]++;
        }
        return counts;
    }

    /** Of one time, each quantile is in its class. */
    @Test
    public void errorIsAtMostAQuarter() {
        for (long nanos = 1_024; nanos < TimeUnit.SECONDS.toNanos(100); nanos += nanos / 7) {
            Latencies one = Latencies.of(of(nanos));
            for (double share : new double[] {0, 0.5, 1}) {
                double found = one.quantile(share).orElseThrow().toNanos();
                assertTrue(found >= 0.75 * nanos && found <= 1.26 * nanos, nanos + " ns looks like " + found);
            }
        }
    }

    @Test
    public void extremesAreInTheFirstAndTheLastClass() {
        assertEquals(Latencies.classOf(-1), 0);
        assertEquals(Latencies.classOf(0), 0);
        assertEquals(Latencies.classOf(1_023), 0);
        assertEquals(Latencies.classOf(1_024), 1);
        assertEquals(Latencies.classOf(Long.MAX_VALUE), Latencies.CLASSES - 1);
        assertTrue(Latencies.of(of(Long.MAX_VALUE)).quantile(1).isPresent());
    }

    @Test
    public void quantilesRise() {
        long[] counts = new long[Latencies.CLASSES];
        for (int i = 1; i <= 1_000; i++) {
            counts[Latencies.classOf(TimeUnit.MICROSECONDS.toNanos(i))]++;
        }
        Latencies all = Latencies.of(counts);
        assertEquals(all.count(), 1_000);
        assertNear(all.quantile(0.5), Duration.ofNanos(500_000));
        assertNear(all.quantile(0.99), Duration.ofNanos(990_000));
    }

    private static void assertNear(Optional<Duration> found, Duration expected) {
        double ratio = (double) found.orElseThrow().toNanos() / expected.toNanos();
        assertTrue(ratio > 0.9 && ratio < 1.1, found + " instead of " + expected);
    }

    @Test
    public void differencesAndSums() {
        Latencies earlier = Latencies.of(of(5_000));
        Latencies now = Latencies.of(of(5_000, 5_000, 1_000_000));
        assertEquals(now.since(earlier).count(), 2);
        assertEquals(now.since(Latencies.NONE).count(), 3);
        assertEquals(earlier.since(now).count(), 0, "counted anew meanwhile");
        assertEquals(now.plus(earlier).count(), 4);
        assertEquals(Latencies.NONE.plus(now).count(), 3);
        assertEquals(now.plus(Latencies.NONE).count(), 3);
        assertEquals(Latencies.NONE.quantile(0.5), Optional.empty());
    }

    @Test(expectedExceptions = IllegalArgumentException.class)
    public void rejectsAShareBeyondOne() {
        Latencies.NONE.quantile(1.1);
    }
}
