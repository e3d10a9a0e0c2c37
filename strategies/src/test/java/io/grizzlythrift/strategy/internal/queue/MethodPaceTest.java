package io.grizzlythrift.strategy.internal.queue;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a method moves to the selector threads and back, with a clock that the test advances. */
public final class MethodPaceTest {
    private static final long BOUND = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long QUICK = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long BURST = new PaceRules(BOUND).burstNanos();

    /** The notifications of the listener. */
    private final List<String> changes = new ArrayList<>();

    private MethodPace pace;
    private long now;

    @BeforeMethod
    void begin() {
        changes.clear();
        now = 5;
        pace = new MethodPace(
                "echo",
                new PaceRules(BOUND),
                new PaceListener() {
                    @Override
                    public void promoted(String method) {
                        changes.add("+" + method);
                    }

                    @Override
                    public void demoted(String method, long slowNanos, long waitNanos) {
                        changes.add("-" + method + " " + slowNanos + " " + waitNanos);
                    }
                },
                now);
    }

    private void runOnPool(int calls, long nanos) {
        for (int i = 0; i < calls; i++) {
            now += nanos;
            pace.ranOnPool(nanos, now);
        }
    }

    private void promote() {
        while (!pace.isQuick()) {
            runOnPool(1, QUICK);
        }
    }

    private void slowOnSelector(long nanos) {
        now += nanos;
        pace.tooSlow(nanos, now);
    }

    @Test
    public void anUnknownMethodBeginsOnThePool() {
        assertFalse(pace.isQuick());
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        assertFalse(pace.isQuick());
        runOnPool(1, QUICK);
        assertTrue(pace.isQuick());
        assertEquals(changes, List.of("+echo"));
        assertEquals(pace.promotions(), 1);
    }

    @Test
    public void manyQuickCallsWithinAMomentAreNotEnough() {
        runOnPool(3 * PaceRules.CALLS_IN_ROW, 1);
        assertFalse(pace.isQuick());
        now += PaceRules.FIRST_WAIT_NANOS;
        runOnPool(1, 1);
        assertTrue(pace.isQuick());
    }

    @Test
    public void aSlowCallBeginsANewRow() {
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        runOnPool(1, PaceRules.PREEMPTION_NANOS);
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        assertFalse(pace.isQuick());
        runOnPool(1, QUICK);
        assertTrue(pace.isQuick());
    }

    @Test
    public void aRowMayHaveTwoCallsThatLostTheirCore() {
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        runOnPool(PaceRules.TOLERATED_CALLS, PaceRules.PREEMPTION_NANOS - 1);
        assertFalse(pace.isQuick());
        runOnPool(1, QUICK);
        assertTrue(pace.isQuick());
    }

    @Test
    public void aRowMayNotHaveThreeOfThem() {
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        runOnPool(PaceRules.TOLERATED_CALLS + 1, BOUND);
        runOnPool(PaceRules.CALLS_IN_ROW - 1, QUICK);
        assertFalse(pace.isQuick());
    }

    /** One call in a hundred takes 20 ms: never a thousand quick ones in a row. */
    @Test
    public void aMethodThatIsSlowAtTimesStaysOnThePool() {
        for (int i = 0; i < 100; i++) {
            runOnPool(99, QUICK);
            runOnPool(1, 20 * MILLI);
        }
        assertEquals(changes, List.of());
    }

    @Test
    public void oneVerySlowCallDemotesAtOnce() {
        promote();
        slowOnSelector(BURST);
        assertFalse(pace.isQuick());
        assertEquals(changes, List.of("+echo", "-echo " + BURST + " " + PaceRules.WAIT_PER_SLOW_TIME * BURST));
        assertEquals(pace.demotions(), 1);
        assertEquals(pace.lastSlowNanos(), BURST);
        slowOnSelector(BURST);
        assertEquals(pace.demotions(), 1, "the call had begun before the demotion");
    }

    @Test
    public void aBurstIsAtLeastAsLongAsAPauseOfTheJvm() {
        assertEquals(new PaceRules(MILLI / 100).burstNanos(), 30 * MILLI);
        assertEquals(new PaceRules(3 * MILLI / 10).burstNanos(), 30 * MILLI);
        assertEquals(new PaceRules(2 * MILLI).burstNanos(), 200 * MILLI);
    }

    @Test
    public void slowCallsMayTakeOneHundredthOfTheTime() {
        promote();
        for (int i = 0; i < 1_000; i++) {
            slowOnSelector(BOUND);
            now += BOUND * PaceRules.SLOW_SHARE;
        }
        assertTrue(pace.isQuick());
        for (int i = 0; i < BURST / BOUND; i++) { // each takes more than its own time gives back
            slowOnSelector(BOUND);
        }
        assertTrue(pace.isQuick());
        slowOnSelector(BURST / PaceRules.SLOW_SHARE + BOUND);
        assertFalse(pace.isQuick());
    }

    @Test
    public void itStaysAwayForAHundredTimesAsLongAsTheSlowCallTook() {
        promote();
        slowOnSelector(BURST);
        long demoted = now;
        promote();
        assertTrue(now - demoted >= PaceRules.WAIT_PER_SLOW_TIME * BURST, "after " + (now - demoted));
    }

    @Test
    public void aMethodThatSoonIsSlowAgainStaysAwayForTwiceAsLong() {
        PaceRules rules = new PaceRules(BOUND);
        long first = rules.waitAfter(BURST, PaceRules.FIRST_WAIT_NANOS, 0);
        assertEquals(first, PaceRules.WAIT_PER_SLOW_TIME * BURST);
        assertEquals(rules.waitAfter(BURST, first, PaceRules.RECOVERY_FACTOR * first), 2 * first);
        assertEquals(rules.waitAfter(BURST, first, PaceRules.RECOVERY_FACTOR * first + 1), first);
    }

    @Test
    public void aWaitIsBounded() {
        PaceRules rules = new PaceRules(BOUND);
        long longest = PaceRules.LONGEST_WAIT_NANOS;
        assertEquals(rules.waitAfter(Long.MAX_VALUE, PaceRules.FIRST_WAIT_NANOS, 0), longest);
        assertEquals(rules.waitAfter(BURST, longest, 0), longest);
        assertEquals(rules.waitAfter(1, PaceRules.FIRST_WAIT_NANOS, Long.MAX_VALUE), PaceRules.FIRST_WAIT_NANOS);
    }

    @Test
    public void quickCallsShareReadingsOfTheClock() {
        assertEquals(pace.segment(), 1);
        for (int calls = 1; calls < MethodPace.MAX_SEGMENT; calls *= 2) {
            pace.ranOnSelector(calls, 100);
            assertEquals(pace.segment(), 2 * calls);
        }
        pace.ranOnSelector(MethodPace.MAX_SEGMENT, 100);
        assertEquals(pace.segment(), MethodPace.MAX_SEGMENT);
        pace.ranOnSelector(MethodPace.MAX_SEGMENT, BOUND / 4 + 1);
        assertEquals(pace.segment(), MethodPace.MAX_SEGMENT / 2);
    }

    @Test
    public void fewerCallsThanASegmentDoNotMakeItLonger() {
        pace.ranOnSelector(1, 100);
        pace.ranOnSelector(1, 100);
        assertEquals(pace.segment(), 2);
    }

    /** 16 calls of 7 us take longer than the bound in total, but none of them does. */
    @Test
    public void severalCallsThatMayAllBeQuickAreMeasuredOneByOneNext() {
        pace.ranOnSelector(1, 100);
        assertFalse(pace.isSlow(2, BOUND - 1));
        assertEquals(pace.segment(), 2);
        assertFalse(pace.isSlow(2, 2 * BOUND - 1));
        assertEquals(pace.segment(), 1);
        assertTrue(pace.isSlow(2, 2 * BOUND));
        assertTrue(pace.isSlow(1, BOUND));
        assertFalse(pace.isSlow(1, BOUND - 1));
    }
}
