package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.balance.OutlierDetection;
import io.grizzlythrift.client.internal.io.ClockedTimers;
import io.grizzlythrift.client.internal.io.TimerThread;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests when a server is ejected, probed and gets calls again, on a clock of the test. */
public final class EndpointHealthTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long PROBE_NANOS = 5 * SECOND;
    private static final OutlierDetection OPTIONS = OutlierDetection.create()
            .withFailuresInRow(3)
            .withMinCalls(10)
            .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(8))
            .withSlowStart(Duration.ofSeconds(10));

    private long now;
    private int changes;
    private long leastReply;
    private TimerThread timers;
    private EndpointHealth health;

    @BeforeMethod
    void setUp() {
        now = 100 * SECOND;
        changes = 0;
        leastReply = 0;
        timers = ClockedTimers.create(() -> now);
        health = new EndpointHealth(
                "client",
                "server:1",
                new ServerLogLimits(() -> now),
                OPTIONS,
                () -> now,
                timers,
                PROBE_NANOS,
                () -> leastReply,
                () -> changes++);
        health.ejection().mayEject(true);
    }

    private void pass(long nanos) {
        now += nanos;
        timers.advance();
    }

    private void timeOut(int calls) {
        for (int i = 0; i < calls; i++) {
            health.timedOut(SECOND, now, "timed out");
        }
    }

    private void succeed() {
        health.succeeded(1, 1_000, now, now);
    }

    private void eject() {
        timeOut(OPTIONS.failuresInRow());
        assertTrue(health.ejection().isOut());
    }

    @Test
    public void failuresInRowEject() {
        timeOut(2);
        succeed();
        timeOut(2);
        assertFalse(health.ejection().isOut());
        assertEquals(changes, 0);
        timeOut(1);
        assertTrue(health.ejection().isOut()
                && health.ejection().isSilent()
                && !health.ejection().isProbing());
        assertEquals(health.ejection().ejections(), 1);
        assertEquals(changes, 1);
        assertEquals(health.ejection().lastFailure(), "timed out");
    }

    /** No server could have replied in time, so this one is no worse than the others. */
    @Test
    public void aCallerOfLessPatienceThanAnyServerNeedsSaysNothing() {
        succeed();
        leastReply = SECOND + 1;
        timeOut(100);
        assertFalse(health.ejection().isOut());
        assertEquals(health.failed(), 0);
        assertEquals(health.successRate(), 1.0);
        assertEquals(health.ejection().lastFailure(), "");
        leastReply = SECOND;
        timeOut(OPTIONS.failuresInRow());
        assertTrue(health.ejection().isOut());
    }

    @Test
    public void repliesCountHoweverLateTheyAre() {
        assertEquals(health.latency().replyNanos(), 0);
        health.timedOut(SECOND, now, "timed out");
        health.abandoned(SECOND, now);
        health.repliedBadly(now, now);
        assertEquals(health.latency().replyNanos(), 0, "no reply took this long");
        health.repliedLate(now - SECOND, true, now);
        assertEquals(health.latency().replyNanos(), SECOND);
        health.succeeded(1, 2 * SECOND, now, now);
        assertEquals(health.latency().replyNanos(), SECOND + SECOND / 8);
    }

    @Test
    public void theOnlyServerIsNotEjected() {
        health.ejection().mayEject(false);
        timeOut(100);
        assertFalse(health.ejection().isOut());
        health.ejection().mayEject(true);
        timeOut(1);
        assertTrue(health.ejection().isOut());
        health.ejection().mayEject(false);
        assertFalse(health.ejection().isOut(), "it is the only one now");
    }

    @Test
    public void oneProbeDecides() {
        eject();
        assertFalse(health.ejection().takeProbe(false), "the backoff has just begun");
        pass(SECOND);
        assertTrue(health.ejection().isProbing());
        assertTrue(health.ejection().takeProbe(false));
        assertFalse(health.ejection().takeProbe(false), "one is enough");
        now++;
        succeed();
        assertFalse(health.ejection().isOut());
        assertEquals(health.latency().nanos(), 0, "what was measured before the ejection is forgotten");
    }

    @Test
    public void aProbeThatFailsEjectsForLonger() {
        eject();
        for (int failed = 0; failed < 6; failed++) {
            long longest = Math.min(8, 1L << failed) * SECOND;
            pass(longest / 2 - 10_000_000);
            assertFalse(health.ejection().isProbing(), "too soon after " + failed);
            pass(longest / 2 + 20_000_000);
            assertTrue(health.ejection().isProbing(), "too late after " + failed);
            assertTrue(health.ejection().takeProbe(false));
            timeOut(1);
            assertTrue(health.ejection().isOut() && !health.ejection().isProbing());
        }
        assertEquals(health.ejection().ejections(), 7);
    }

    @Test
    public void aProbeWithoutAResultIsOfferedAgain() {
        eject();
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        pass(PROBE_NANOS - 10_000_000);
        assertFalse(health.ejection().takeProbe(false));
        pass(20_000_000);
        assertTrue(health.ejection().takeProbe(false));
    }

    @Test
    public void callsFromBeforeTheEjectionProveNothing() {
        long before = now;
        eject();
        health.succeeded(1, 1_000, before, now);
        assertTrue(health.ejection().isOut(), "it replied to a call from before");
        pass(SECOND);
        health.timedOut(SECOND, before, "late");
        assertTrue(health.ejection().isProbing(), "a call from before timed out");
        now++;
        succeed();
        assertFalse(health.ejection().isOut(), "any later call will do");
    }

    @Test
    public void aServerThatCouldNotBeConnectedIsProbedOnceItIs() {
        health.ejection().connectFailed("refused");
        health.ejection().connectFailed("refused");
        health.ejection().connectFailed("refused");
        assertTrue(health.ejection().isOut() && !health.ejection().isSilent());
        health.ejection().connected();
        assertTrue(health.ejection().isProbing());
    }

    @Test
    public void aSilentServerIsNotProbedBecauseItCanBeConnected() {
        eject();
        health.ejection().connected();
        assertFalse(health.ejection().isProbing());
    }

    @Test
    public void weightRisesSlowly() {
        assertEquals(health.weightFactor(), 1.0);
        eject();
        pass(SECOND);
        now++;
        succeed();
        assertEquals(health.weightFactor(), SlowStart.FIRST_WEIGHT);
        assertTrue(health.isWarming());
        now += 5 * SECOND;
        assertEquals(health.weightFactor(), 0.55, 1e-9);
        now += 5 * SECOND;
        assertEquals(health.weightFactor(), 1.0);
        assertFalse(health.isWarming());
    }

    @Test
    public void aBadSuccessRateEjects() {
        succeedAndLose(7, 3);
        assertFalse(health.compareRate(0.8), "0.7 is more than 0.8 of 0.8");
        succeedAndLose(7, 2);
        assertFalse(health.compareRate(1), "too few calls");
        succeedAndLose(7, 3);
        assertEquals(health.succeeded(), 7);
        assertEquals(health.failed(), 3);
        assertTrue(health.compareRate(1));
        assertTrue(health.ejection().isOut() && !health.ejection().isSilent());
        assertEquals(health.ejection().lastFailure(), "3 of 10 calls failed");
        assertEquals(health.succeeded() + health.failed(), 0);
    }

    private void succeedAndLose(int succeeded, int lost) {
        health.succeeded(succeeded, 1_000, now, now);
        for (int i = 0; i < lost; i++) {
            if (i % 2 == 0) {
                health.lost(now);
            } else {
                health.repliedBadly(now, now);
            }
        }
    }

    @Test
    public void ejectionsLongAgoAreForgotten() {
        eject();
        pass(SECOND);
        now++;
        succeed();
        now += 9 * SECOND;
        eject();
        pass(SECOND + 10_000_000);
        assertTrue(health.ejection().isProbing(), "as after the first ejection");
    }

    /** A server is slow for its first calls after its start, and would stay so if it got no others. */
    @Test
    public void theShortestOfTheFirstLatenciesCounts() {
        PeakEwma latency = new PeakEwma();
        for (int call = 1; call < PeakEwma.UNKNOWN_CALLS; call++) {
            latency.add(9_000_000, 1);
            assertFalse(latency.isKnown(), "after " + call);
        }
        latency.add(3_000_000, 1);
        assertTrue(latency.isKnown());
        assertEquals(latency.nanos(), 3_000_000);
        for (int call = PeakEwma.UNKNOWN_CALLS + 1; call <= PeakEwma.FIRST_CALLS; call++) {
            latency.add(5_000_000, 1);
            assertEquals(latency.nanos(), 3_000_000, "after " + call);
        }
        latency.add(5_000_000, 1);
        assertTrue(latency.nanos() > 3_000_000);
        latency.reset();
        assertFalse(latency.isKnown());
    }

    @Test
    public void latencyRisesQuicklyAndFallsInTime() {
        PeakEwma latency = measured(1_000_000);
        latency.add(1_000_000_000, 1);
        assertEquals(latency.nanos(), 2_000_000, "one peak");
        latency.add(9_000_000, 1);
        assertEquals(latency.nanos(), 2_875_000);
        for (int call = 0; call < 20; call++) {
            latency.add(9_000_000, 1);
        }
        assertTrue(latency.nanos() > 8_000_000, "stays slow: " + latency.nanos());
        latency.raise(9_000_000, 1);
        assertEquals(latency.nanos(), 9_000_000);
        long smoothing = (long) PeakEwma.SMOOTHING_NANOS;
        latency.add(1_000_000, 1 + smoothing);
        assertEquals((double) latency.nanos(), 1_000_000 + 8_000_000 / Math.E, 2.0);
        long before = latency.nanos();
        latency.decay(1 + 2 * smoothing);
        assertEquals((double) latency.nanos(), before / Math.E, 2.0);
        latency.reset();
        latency.decay(1 + 3 * smoothing);
        assertEquals(latency.nanos(), 0);
    }

    private static PeakEwma measured(long nanos) {
        PeakEwma latency = new PeakEwma();
        assertEquals(latency.nanos(), 0);
        for (int call = 0; call < PeakEwma.FIRST_CALLS; call++) {
            latency.add(nanos, 0);
        }
        return latency;
    }

    /** Of two servers, the one with more calls has more peaks, but also more other calls. */
    @Test
    public void latencyDoesNotDependOnTheRateOfCalls() {
        PeakEwma rare = measured(1_000_000);
        PeakEwma often = measured(1_000_000);
        for (int call = 1; call <= 10_000; call++) {
            long nanos = call % 100 == 0 ? 20_000_000 : 1_000_000;
            rare.add(nanos, call * 1_000_000L);
            often.add(nanos, call * 10_000L);
        }
        assertEquals((double) often.nanos(), (double) rare.nanos(), rare.nanos() / 10.0);
    }

    @Test
    public void onlyGoodRepliesLowerTheLatency() {
        health.latency().raise(9_000_000, now);
        health.decay(now + SECOND);
        assertTrue(health.latency().nanos() < 9_000_000);
        health.repliedBadly(now, now + SECOND);
        assertEquals(health.latency().nanos(), 9_000_000, "it is as slow as before");
        health.lost(now + SECOND);
        health.timedOut(1_000, now, "a short deadline");
        health.abandoned(1_000, now);
        health.repliedLate(now - 1_000, true, now);
        assertEquals(health.latency().nanos(), 9_000_000);
        health.repliedLate(now - 17_000_000, true, now);
        assertEquals(health.latency().nanos(), 10_000_000, "a late reply shows how slow it is");
        health.abandoned(18_000_000, now);
        assertEquals(health.latency().nanos(), 11_000_000);
        health.timedOut(SECOND, now, "timed out");
        assertEquals(health.latency().nanos(), SECOND);
    }

    @Test
    public void failuresLowerTheSuccessRateUntilTheyAreForgotten() {
        assertEquals(health.successRate(), 1.0);
        for (int i = 0; i < SuccessRate.CALLS; i++) {
            health.repliedBadly(now, now);
        }
        assertEquals(health.successRate(), 1 / Math.E, 0.01);
        for (int i = 0; i < SuccessRate.CALLS; i++) {
            succeed();
        }
        assertEquals(health.successRate(), 1 - (1 - 1 / Math.E) / Math.E, 0.01);
        double before = health.successRate();
        now += (long) SuccessRate.RECOVERY_NANOS;
        health.decay(now);
        assertEquals(health.successRate(), 1 - (1 - before) / Math.E, 0.01);
        now += 10 * (long) SuccessRate.RECOVERY_NANOS;
        health.decay(now);
        assertEquals(health.successRate(), 1.0);
    }

    @Test
    public void aGoodReplyThatCannotBeReadIsAFailure() {
        for (int i = 0; i < 100; i++) {
            succeed();
            health.revokeReply(now, now);
        }
        assertTrue(health.successRate() < 0.1, "" + health.successRate());
        assertEquals(health.succeeded(), 0);
        assertEquals(health.failed(), 100);
    }

    @Test
    public void aProbeMustNotFailAfterABadSuccessRate() {
        succeedAndLose(0, 10);
        assertTrue(health.compareRate(1));
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        now++;
        health.repliedBadly(now, now);
        assertTrue(health.ejection().isOut() && !health.ejection().isProbing());
        pass(2 * SECOND);
        assertTrue(health.ejection().takeProbe(false));
        now++;
        succeed();
        assertFalse(health.ejection().isOut());
        assertEquals(health.successRate(), 1.0, "what it did before is forgotten");
    }

    @DataProvider
    static Object[][] orders() {
        return new Object[][] {{true}, {false}};
    }

    /** Another thread may decode the reply before it is recorded as a good one, or afterwards. */
    @Test(dataProvider = "orders")
    public void aProbeWhoseReplyCannotBeReadFails(boolean revokedFirst) {
        succeedAndLose(0, 10);
        assertTrue(health.compareRate(1));
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        long begun = ++now;
        now++;
        replyUnreadably(begun, revokedFirst);
        assertTrue(health.ejection().isOut() && !health.ejection().isProbing());
        assertEquals(health.ejection().ejections(), 2);
        replyUnreadably(++now, revokedFirst);
        assertTrue(health.ejection().isOut(), "a call that it got all the same");
        pass(SECOND / 2);
        assertFalse(health.ejection().isProbing(), "it is ejected for longer");
        pass(8 * SECOND);
        assertTrue(health.ejection().takeProbe(false));
        now++;
        succeed();
        health.revokeReply(now - 1, now);
        assertFalse(health.ejection().isOut(), "it was readmitted for another reply");
    }

    private void replyUnreadably(long begun, boolean revokedFirst) {
        if (revokedFirst) {
            health.revokeReply(begun, now);
        }
        health.succeeded(1, now - begun, begun, now);
        if (!revokedFirst) {
            health.revokeReply(begun, now);
        }
    }

    @Test
    public void anUnreadableReplyWillDoAfterSilence() {
        eject();
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        long begun = ++now;
        replyUnreadably(begun, false);
        assertFalse(health.ejection().isOut());
        assertEquals(health.ejection().ejections(), 1);
    }

    @Test
    public void repliesThatCannotBeReadDoNotLowerTheLatency() {
        for (int i = 0; i < 10; i++) {
            replyUnreadably(now, false);
            assertFalse(health.latency().isKnown(), "after " + i);
        }
        for (int i = 0; i < PeakEwma.FIRST_CALLS + 1; i++) {
            health.succeeded(1, 5_000_000, now, now);
            replyUnreadably(now, false);
            assertEquals(health.latency().nanos(), 5_000_000, "after " + i);
        }
        for (int i = 0; i < PeakEwma.FIRST_CALLS; i++) {
            health.succeeded(1, 5_000_000, now, now);
        }
        now += SECOND;
        replyUnreadably(now, false);
        assertEquals(health.latency().nanos(), 5_000_000);
    }

    @Test
    public void aPingShowsOnlyThatTheServerReplies() {
        succeedAndLose(5, 5);
        double rate = health.successRate();
        assertTrue(health.compareRate(1));
        health.repliedToPing(++now);
        assertTrue(health.ejection().isOut() && health.ejection().needsCall());
        pass(SECOND);
        health.repliedToPing(++now);
        assertTrue(health.ejection().isProbing() && health.ejection().needsCall());
        assertEquals(health.successRate(), rate);
        assertEquals(health.succeeded() + health.failed(), 0);
        succeed();
        assertFalse(health.ejection().needsCall());
        eject();
        assertFalse(health.ejection().needsCall());
        health.repliedToPing(++now);
        assertFalse(health.ejection().isOut(), "it did not reply before");
    }

    /** A client may have no calls but those that the server rejects, or to which it replies with an exception. */
    @Test
    public void anyReplyWillDoAfterSilence() {
        eject();
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        now++;
        health.repliedBadly(now, now);
        assertFalse(health.ejection().isOut());
    }

    /** A hedge may always be faster than the server that is probed. */
    @Test
    public void theLateReplyToAProbeWillDo() {
        eject();
        pass(SECOND);
        assertTrue(health.ejection().takeProbe(false));
        long begun = ++now;
        health.abandoned(1_000, now);
        health.repliedLate(begun, false, now);
        assertTrue(health.ejection().isOut());
        health.repliedLate(begun, true, now);
        assertFalse(health.ejection().isOut());
    }

    @Test
    public void aConnectionThatWasLostBeforeIsNotProbedOnceThereIsAnother() {
        health.ejection().connectionLost("closed by peer");
        health.ejection().connectionLost("closed by peer");
        health.ejection().connectionLost("closed by peer");
        assertTrue(health.ejection().isOut());
        for (int i = 0; i < 10; i++) {
            health.ejection().connected();
            assertFalse(health.ejection().isProbing());
            health.ejection().connectionLost("closed by peer");
        }
        pass(SECOND);
        assertTrue(health.ejection().isProbing(), "the backoff is over");
    }

    @Test
    public void aOnewayProbeReadmitsIfTheConnectionStays() {
        for (boolean stays : new boolean[] {true, false}) {
            setUp();
            health.ejection().connectFailed("refused");
            health.ejection().connectFailed("refused");
            health.ejection().connectFailed("refused");
            health.ejection().connected();
            assertTrue(health.ejection().takeProbe(true));
            assertFalse(health.ejection().takeProbe(true));
            if (!stays) {
                health.ejection().connectionClosed("closed by peer");
            }
            pass(Ejection.ONEWAY_PROBE_NANOS - 10_000_000);
            assertTrue(health.ejection().isOut());
            pass(20_000_000);
            assertEquals(health.ejection().isOut(), !stays);
        }
    }

    /** Whether a silent server runs oneway calls cannot be seen. If there are no other calls, they have to do. */
    @Test
    public void aOnewayCallProbesASilentServerLast() {
        eject();
        pass(SECOND);
        assertFalse(health.ejection().takeProbe(true));
        pass(PROBE_NANOS);
        assertTrue(health.ejection().takeProbe(true));
    }

    @Test
    public void successesOfTheOnlyServerEndItsFailuresInRow() {
        health.ejection().mayEject(false);
        timeOut(100);
        succeed();
        health.ejection().mayEject(true);
        timeOut(1);
        assertFalse(health.ejection().isOut());
    }

    /** The other servers go while this one is being ejected. */
    @Test
    public void aServerThatHasBecomeTheOnlyOneIsNotEjected() {
        boolean[] goes = {true};
        health = new EndpointHealth(
                "client",
                "server:1",
                new ServerLogLimits(() -> now),
                OPTIONS,
                () -> {
                    if (goes[0]) {
                        goes[0] = false;
                        health.ejection().mayEject(false);
                    }
                    return now;
                },
                timers,
                PROBE_NANOS,
                () -> leastReply,
                () -> changes++);
        health.ejection().mayEject(true);
        health.ejection().stalled();
        assertFalse(health.ejection().isOut());
        assertEquals(changes, 0);
    }
}
