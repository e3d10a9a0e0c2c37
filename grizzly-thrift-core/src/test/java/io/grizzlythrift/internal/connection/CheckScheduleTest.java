package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.internal.connection.CheckSchedule.State;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests the schedule with numbers instead of connections: the hash code of a number is the number itself. */
public class CheckScheduleTest {
    private static final int IDLE_CHECK_INTERVAL = 8;

    private final Map<Integer, State> states = new HashMap<>();
    private final Map<Integer, Integer> checks = new HashMap<>();
    private CheckSchedule<Integer> schedule;

    @BeforeMethod
    void begin() {
        states.clear();
        checks.clear();
        schedule = new CheckSchedule<>(IDLE_CHECK_INTERVAL, (element, now) -> {
            checks.merge(element, 1, Integer::sum);
            return states.get(element);
        });
    }

    private void add(int count, State state) {
        for (int i = 0; i < count; i++) {
            states.put(i, state);
            schedule.add(i);
        }
    }

    private void runPasses(int times) {
        checks.clear();
        for (int i = 0; i < times; i++) {
            schedule.check(i);
        }
    }

    @Test
    void checksBusyElementsInEachPass() {
        add(100, State.BUSY);
        runPasses(5);
        assertEquals(checks.size(), 100);
        assertEquals(Set.copyOf(checks.values()), Set.of(5));
    }

    @Test
    void checksIdleElementsOnceInEightPasses() {
        add(800, State.IDLE);
        runPasses(1);
        assertEquals(checks.size(), 800, "all elements start as busy");
        runPasses(IDLE_CHECK_INTERVAL);
        assertEquals(checks.size(), 800);
        assertEquals(Set.copyOf(checks.values()), Set.of(1));
        runPasses(1);
        assertEquals(checks.size(), 100, "an eighth at a time");
    }

    @Test
    void findsABusyElementWithinEightPassesAndChecksItInEachPassFromThenOn() {
        add(100, State.IDLE);
        runPasses(IDLE_CHECK_INTERVAL);
        states.replaceAll((one, before) -> State.BUSY);
        runPasses(IDLE_CHECK_INTERVAL);
        assertEquals(checks.size(), 100);
        runPasses(3);
        assertEquals(Set.copyOf(checks.values()), Set.of(3));
        states.replaceAll((one, before) -> State.IDLE);
        runPasses(1);
        runPasses(IDLE_CHECK_INTERVAL);
        assertEquals(Set.copyOf(checks.values()), Set.of(1));
    }

    @Test
    void removesGoneElements() {
        add(100, State.IDLE);
        runPasses(1);
        states.replaceAll((one, before) -> one % 3 == 0 ? State.GONE : State.BUSY);
        runPasses(IDLE_CHECK_INTERVAL);
        Set<Integer> gone = new HashSet<>(states.keySet());
        gone.removeIf(one -> states.get(one) != State.GONE);
        runPasses(2 * IDLE_CHECK_INTERVAL);
        assertTrue(Collections.disjoint(checks.keySet(), gone), checks + " has some of " + gone);
        assertEquals(checks.size(), 100 - gone.size());
    }

    /** A failed check does not end the pass and is repeated; the first failure is thrown after the pass. */
    @Test
    void aFailedCheckRemovesNoElement() {
        CheckSchedule<Integer> failing = new CheckSchedule<>(IDLE_CHECK_INTERVAL, (element, now) -> {
            checks.merge(element, 1, Integer::sum);
            if (now == 0 && element == 50) {
                throw new OutOfMemoryError("50");
            }
            if (now == 0 && element == 0) {
                throw new IllegalStateException("0");
            }
            return State.IDLE;
        });
        for (int i = 0; i < 100; i++) {
            failing.add(i);
        }
        assertEquals(
                expectThrows(OutOfMemoryError.class, () -> failing.check(0)).getMessage(), "50");
        assertEquals(checks.size(), 100, "checked in the pass with failures");
        checks.clear();
        failing.check(1);
        assertTrue(checks.keySet().containsAll(Set.of(0, 50)), "not due again at once: " + checks);
        for (int pass = 2; pass <= IDLE_CHECK_INTERVAL + 1; pass++) {
            failing.check(pass);
        }
        assertEquals(checks.size(), 100);
    }
}
