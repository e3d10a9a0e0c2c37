package io.grizzlythrift.strategy;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** When a turn is over, and how many looks at the clock it takes to know. */
public final class TimeSliceTest {
    private static final long SLICE = 1_000_000;

    private long now;
    private int looks;

    private final TimeSlice slice = new TimeSlice(SLICE, () -> {
        looks++;
        return now;
    });

    @BeforeMethod
    void forgetLooks() {
        looks = 0;
    }

    @Test
    void aSlowCallEndsTheTurnIfOthersWaitedBefore() {
        slice.begin(true);
        now += SLICE;
        assertTrue(slice.isOver());
    }

    @Test
    void timePassesFromTheFirstQuestionOnIfNobodyWaitedBefore() {
        slice.begin(false);
        assertEquals(looks, 0);
        now += SLICE;
        assertFalse(slice.isOver(), "for how long is not known");
        now += SLICE;
        assertTrue(slice.isOver());
    }

    @Test
    void quickCallsTakeFewLooks() {
        slice.begin(true);
        for (int call = 0; call < 100; call++) {
            now += SLICE / 1_000;
            assertFalse(slice.isOver());
        }
        assertTrue(looks <= 16, looks + " looks");
    }

    @Test
    void slowCallsAfterQuickOnesAreNoticed() {
        slice.begin(true);
        for (int call = 0; call < 100; call++) {
            now += SLICE / 1_000;
            slice.isOver();
        }
        int calls = 0;
        do {
            now += SLICE / 10;
            calls++;
        } while (!slice.isOver());
        assertTrue(calls <= TimeSlice.MAX_STRIDE + 10, calls + " calls");
        int before = looks;
        slice.begin(true);
        for (int call = 0; call < 5; call++) {
            now += SLICE / 10;
            slice.isOver();
        }
        assertEquals(looks - before, 6, "a look after each slow call");
    }
}
