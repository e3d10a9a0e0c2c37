package io.grizzlythrift.internal.dispatch;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.limits.ConcurrencyLimit;
import org.testng.annotations.Test;

/** Tests how the limit follows the times of calls, against a model of a server. No time passes. */
public final class GradientLimitTest {
    private static final int THREADS = 50;
    private static final int MIN = 10;
    private static final int MAX = 1_000;
    private static final int SETTLED = 200;
    private static final ConcurrencyLimit BOUNDS = ConcurrencyLimit.adaptive().withBounds(MIN, MAX);

    private static void assertBetween(double value, double min, double max) {
        assertTrue(value >= min && value <= max, value + " is not within " + min + " to " + max);
    }

    private static ModelServer overloaded() {
        ModelServer server = new ModelServer(BOUNDS, THREADS, 5_000, 10);
        server.windows(SETTLED);
        return server;
    }

    /** With a tolerance of 2, as many calls wait as run. */
    @Test
    void underOverloadTheQueueIsAsLongAsTheTolerance() {
        assertBetween(overloaded().inFlight(), 1.8 * THREADS, 2.4 * THREADS);
        ModelServer strict = new ModelServer(BOUNDS.withTolerance(1), THREADS, 5_000, 10);
        strict.windows(SETTLED);
        assertBetween(strict.inFlight(), 0.8 * THREADS, 1.4 * THREADS);
    }

    /** An hour of overload is not accepted as normal, and no window ends far from the others. */
    @Test
    void underLastingOverloadItNeitherDriftsNorOscillates() {
        ModelServer server = overloaded();
        for (int window = 0; window < 4 * 3_600; window++) {
            server.windows(1);
            assertBetween(server.inFlight(), 1.8 * THREADS, 2.4 * THREADS);
        }
    }

    @Test
    void itFallsWhenCallsTakeLongerAndRisesWhenTheyAreQuickAgain() {
        ModelServer server = overloaded();
        int before = server.inFlight();
        server.handlerMillis = 40;
        server.windows(4);
        assertTrue(server.inFlight() < 0.8 * before, "after a second: " + server.inFlight() + " of " + before);
        server.windows(36);
        assertEquals(server.inFlight(), MIN, "after ten seconds");
        server.handlerMillis = 10;
        server.windows(40);
        assertBetween(server.inFlight(), 1.8 * THREADS, 3 * THREADS);
    }

    /** If handlers become slower permanently, that is accepted as normal after some minutes. */
    @Test
    void itGetsUsedToSlowerHandlers() {
        ModelServer server = overloaded();
        server.handlerMillis = 40;
        server.windows(600);
        assertBetween(server.inFlight(), 1.4 * THREADS, 2.4 * THREADS);
    }

    /** If handlers become quicker permanently, that is accepted within seconds: the limit does not stay too high. */
    @Test
    void itGetsUsedToQuickerHandlers() {
        ModelServer server = overloaded();
        server.handlerMillis = 2;
        server.windows(60);
        assertTrue(server.callMillis() <= 2.4 * 2 * 2, "calls take " + server.callMillis() + " ms");
    }

    @Test
    void oneSlowWindowCostsATenthAtMost() {
        ModelServer server = overloaded();
        int before = server.inFlight();
        server.handlerMillis = 10_000;
        server.windows(1);
        assertBetween(server.inFlight(), 0.89 * before, 0.91 * before);
    }

    /** Few calls do not show how many the server could handle. */
    @Test
    void itStaysWhileItIsNotInUse() {
        ModelServer server = overloaded();
        int before = server.limit.limit();
        server.offered = before / 2 - 1;
        server.windows(SETTLED);
        server.handlerMillis = 1_000;
        server.windows(SETTLED);
        assertEquals(server.limit.limit(), before);
    }

    /** If calls are quick, the limit reaches its largest value and stays there. */
    @Test
    void callsBelowAMillisecondAreNeverSlow() {
        ModelServer server = new ModelServer(BOUNDS, MAX, MAX, 0.001);
        server.windows(SETTLED);
        assertEquals(server.inFlight(), MAX);
        server.handlerMillis = 0.9;
        server.windows(SETTLED);
        assertEquals(server.inFlight(), MAX);
    }

    @Test
    void itStartsAtTheLeast() {
        assertEquals(new GradientLimit(BOUNDS).limit(), MIN);
        GradientLimit fixed = new GradientLimit(BOUNDS.withBounds(7, 7));
        fixed.window(7, 1e6, 1e9);
        assertEquals(fixed.limit(), 7);
        fixed.window(7, 1e6, 1e6);
        assertEquals(fixed.limit(), 7);
    }
}
