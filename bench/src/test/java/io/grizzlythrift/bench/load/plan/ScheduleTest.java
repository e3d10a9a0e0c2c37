package io.grizzlythrift.bench.load.plan;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.Test;

/** Calls are due at even intervals. */
public final class ScheduleTest {
    /** The start may be any reading of the clock. */
    @Test
    public void distancesAreEven() {
        Schedule schedule = Schedule.ofRate(1000, -500);
        assertEquals(schedule.due(0), -500);
        assertEquals(schedule.due(1), 999_500);
        assertEquals(schedule.due(1000), 999_999_500);
    }

    /** An interval that is not a whole number of nanoseconds causes no cumulative error. */
    @Test
    public void doesNotDrift() {
        Schedule schedule = Schedule.ofRate(3, 0);
        assertEquals(schedule.due(1), 333_333_333);
        assertEquals(schedule.due(3 * 86_400), 86_400_000_000_000L);
    }

    /** Parts take turns; a part for more connections has more calls. */
    @Test
    public void partsAreShifted() {
        Schedule all = Schedule.ofRate(1000, 7);
        Schedule second = all.part(1, 4);
        assertEquals(second.due(0), all.due(1));
        assertEquals(second.due(1), all.due(5));
        assertEquals(second.due(10), all.due(41));
        assertEquals(all.part(0, 1.5).due(2), all.due(3));
    }

    /** However rare calls are, the next one is always in the future. */
    @Test
    public void farCallsDoNotOverflow() {
        Schedule schedule = Schedule.ofRate(Double.MIN_NORMAL, Long.MAX_VALUE - 10);
        assertEquals(schedule.due(0), Long.MAX_VALUE - 10);
        assertTrue(schedule.due(1) - schedule.startNanos() > 1L << 60);
        assertTrue(schedule.due(Long.MAX_VALUE) - schedule.startNanos() > 1L << 60);
    }
}
