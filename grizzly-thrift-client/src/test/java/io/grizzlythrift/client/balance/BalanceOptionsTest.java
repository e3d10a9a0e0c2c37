package io.grizzlythrift.client.balance;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.time.Duration;
import org.testng.Assert.ThrowingRunnable;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the bounds of outlier detection and of the aperture, and what their messages say. */
public final class BalanceOptionsTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final OutlierDetection DEFAULTS = OutlierDetection.create();

    @Test
    public void valuesAtTheBoundsAreAccepted() {
        assertEquals(DEFAULTS.withFailuresInRow(1).failuresInRow(), 1);
        assertEquals(DEFAULTS.withFailuresInRow(1_000).failuresInRow(), 1_000);
        assertEquals(DEFAULTS.withSuccessRate(0).successRate(), 0.0);
        assertEquals(DEFAULTS.withSuccessRate(1).successRate(), 1.0);
        assertEquals(DEFAULTS.withMinCalls(1).minCalls(), 1);
        assertEquals(DEFAULTS.withMinCalls(1_000_000).minCalls(), 1_000_000);
        assertEquals(DEFAULTS.withInterval(MILLI).interval(), MILLI);
        assertEquals(DEFAULTS.withInterval(HOUR).interval(), HOUR);
        assertEquals(DEFAULTS.withBackoff(MILLI, MILLI).initialBackoff(), MILLI);
        assertEquals(DEFAULTS.withBackoff(MILLI, HOUR).maxBackoff(), HOUR);
        assertEquals(DEFAULTS.withSlowStart(Duration.ZERO).slowStart(), Duration.ZERO);
        assertEquals(DEFAULTS.withSlowStart(HOUR).slowStart(), HOUR);
        assertEquals(DEFAULTS.withPanicThreshold(0).panicThreshold(), 0.0);
        assertEquals(DEFAULTS.withPanicThreshold(1).panicThreshold(), 1.0);
        assertEquals(Aperture.random(1).servers(), 1);
        assertEquals(Aperture.random(10_000).withMaxLoad(1_000_000).maxLoad(), 1_000_000);
        assertEquals(Aperture.random(1).withMaxLoad(1).maxLoad(), 1);
        assertEquals(Aperture.deterministic(2, 3, 4).firstOf(100), 75);
        assertEquals(Aperture.random(2).firstOf(100), 0);
        assertTrue(Aperture.random(2).isRandom());
        assertFalse(Aperture.deterministic(2, 0, 1).isRandom());
        assertTrue(Aperture.deterministic(2, 3, 4).toString().contains("client 3 of 4"));
    }

    @Test
    public void eachOptionKeepsTheOthers() {
        OutlierDetection all = DEFAULTS.withFailuresInRow(1)
                .withSuccessRate(0.1)
                .withMinCalls(2)
                .withInterval(Duration.ofSeconds(3))
                .withBackoff(Duration.ofSeconds(4), Duration.ofSeconds(5))
                .withSlowStart(Duration.ofSeconds(6))
                .withPanicThreshold(0.7);
        String text =
                "OutlierDetection[failuresInRow=1, successRate=0.1, minCalls=2, interval=PT3S, backoff=PT4S to PT5S,"
                        + " slowStart=PT6S, panicThreshold=0.7]";
        assertEquals(all.toString(), text);
        assertEquals(all.withFailuresInRow(1).toString(), text);
    }

    @DataProvider
    static Object[][] outOfBounds() {
        return new Object[][] {
            row(() -> DEFAULTS.withFailuresInRow(0), "failuresInRow is 0, must be 1 to 1000"),
            row(() -> DEFAULTS.withFailuresInRow(1_001), "failuresInRow is 1001, must be 1 to 1000"),
            row(() -> DEFAULTS.withSuccessRate(-0.1), "successRate is -0.1, must be 0.0 to 1.0"),
            row(() -> DEFAULTS.withSuccessRate(Double.NaN), "successRate is NaN, must be 0.0 to 1.0"),
            row(() -> DEFAULTS.withMinCalls(0), "minCalls is 0, must be 1 to 1000000"),
            row(() -> DEFAULTS.withInterval(Duration.ZERO), "interval is PT0S, must be PT0.001S to PT1H"),
            row(() -> DEFAULTS.withBackoff(Duration.ZERO, HOUR), "initial backoff is PT0S, must be PT0.001S to PT1H"),
            row(() -> DEFAULTS.withBackoff(HOUR, MILLI), "max backoff is PT0.001S, must be PT1H to PT1H"),
            row(() -> DEFAULTS.withSlowStart(HOUR.plus(MILLI)), "slowStart is PT1H0.001S, must be PT0S to PT1H"),
            row(() -> DEFAULTS.withPanicThreshold(1.1), "panicThreshold is 1.1, must be 0.0 to 1.0"),
            row(() -> Aperture.random(0), "servers is 0, must be 1 to 10000"),
            row(() -> Aperture.random(10_001), "servers is 10001, must be 1 to 10000"),
            row(() -> Aperture.deterministic(1, 4, 4), "client is 4, must be 0 to 3"),
            row(() -> Aperture.deterministic(1, -1, 4), "client is -1, must be 0 to 3"),
            row(() -> Aperture.deterministic(1, 0, 0), "clients is 0, must be 1 to 10000"),
            row(() -> Aperture.random(1).withMaxLoad(0), "maxLoad is 0, must be 1 to 1000000"),
        };
    }

    private static Object[] row(ThrowingRunnable attempt, String message) {
        return new Object[] {attempt, message};
    }

    @Test(dataProvider = "outOfBounds")
    public void otherValuesAreRefused(ThrowingRunnable attempt, String message) {
        assertEquals(expectThrows(IllegalArgumentException.class, attempt).getMessage(), message);
    }
}
