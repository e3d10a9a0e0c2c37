package io.grizzlythrift.strategy.internal.queue;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a slice is over, and how many clock reads it takes to notice. */
public final class TimeSliceTest {
    private static final long SLICE = 1_000_000;

    private long now;
    private int reads;

    private final TimeSlice slice = new TimeSlice(SLICE, () -> {
        reads++;
        return now;
    });

    @BeforeMethod
    void resetReads() {
        reads = 0;
    }

    @Test
    void slowCallEndsTheSliceIfOthersWaitedBefore() {
        slice.begin(true);
        now += SLICE;
        assertTrue(slice.isOver());
    }

    @Test
    void sliceStartsWithTheFirstCheckIfNoFlowWaitedBefore() {
        slice.begin(false);
        assertEquals(reads, 0);
        now += SLICE;
        assertFalse(slice.isOver(), "the slice starts with this call");
        now += SLICE;
        assertTrue(slice.isOver());
    }

    @Test
    void quickCallsTakeFewClockReads() {
        slice.begin(true);
        for (int call = 0; call < 100; call++) {
            now += SLICE / 1_000;
            assertFalse(slice.isOver());
        }
        assertTrue(reads <= 16, reads + " reads");
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
        int before = reads;
        slice.begin(true);
        for (int call = 0; call < 5; call++) {
            now += SLICE / 10;
            slice.isOver();
        }
        assertEquals(reads - before, 6, "one clock read after each slow call");
    }
}
