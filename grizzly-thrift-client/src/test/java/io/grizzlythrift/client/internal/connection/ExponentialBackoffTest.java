package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.Test;

/** Tests that a backoff doubles, is bounded, and has jitter. */
@Test
public class ExponentialBackoffTest {
    private static final double ALMOST_ONE = Math.nextDown(1.0);

    public void itDoublesUpToTheLongest() {
        ExponentialBackoff backoff = new ExponentialBackoff(Duration.ofMillis(20), Duration.ofMillis(800));
        long[] millis = {20, 40, 80, 160, 320, 640, 800, 800};
        for (int failures = 0; failures < millis.length; failures++) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(millis[failures]);
            assertEquals(backoff.nanos(failures, 0), nanos, "after " + failures);
            assertEquals(backoff.nanos(failures, 0.5), nanos * 3 / 4, "after " + failures);
            long shortest = backoff.nanos(failures, ALMOST_ONE);
            assertTrue(shortest >= nanos / 2 && shortest <= nanos / 2 + 1, shortest + " after " + failures);
        }
    }

    public void noNumberOfFailuresOverflows() {
        Duration longest = Duration.ofHours(1);
        ExponentialBackoff backoff = new ExponentialBackoff(Duration.ofMillis(1), longest);
        long before = 0;
        for (int failures = 0; failures < 200; failures++) {
            long nanos = backoff.nanos(failures, 0);
            assertTrue(nanos >= before && nanos <= longest.toNanos(), nanos + " after " + failures);
            before = nanos;
        }
        assertEquals(backoff.nanos(Integer.MAX_VALUE, 0), longest.toNanos());
    }

    public void itMayBeConstant() {
        Duration only = Duration.ofHours(1);
        ExponentialBackoff backoff = new ExponentialBackoff(only, only);
        assertEquals(backoff.nanos(0, 0), only.toNanos());
        assertEquals(backoff.nanos(63, 0), only.toNanos());
    }
}
