package io.grizzlythrift.timeout;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.timeout.CheckSchedule.State;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Numbers in place of connections: each is its own hash code. */
public class CheckScheduleTest {
    private static final int QUIET_ROUNDS = 8;

    private final Map<Integer, State> states = new HashMap<>();
    private final Map<Integer, Integer> visits = new HashMap<>();
    private CheckSchedule<Integer> rounds;

    @BeforeMethod
    void begin() {
        states.clear();
        visits.clear();
        rounds = new CheckSchedule<>(QUIET_ROUNDS, (one, now) -> {
            visits.merge(one, 1, Integer::sum);
            return states.get(one);
        });
    }

    private void join(int count, State state) {
        for (int i = 0; i < count; i++) {
            states.put(i, state);
            rounds.join(i);
        }
    }

    private void make(int times) {
        visits.clear();
        for (int i = 0; i < times; i++) {
            rounds.make(i);
        }
    }

    @Test
    void visitsTheBusyInEachRound() {
        join(100, State.BUSY);
        make(5);
        assertEquals(visits.size(), 100);
        assertEquals(Set.copyOf(visits.values()), Set.of(5));
    }

    @Test
    void visitsTheQuietOnceInEightRounds() {
        join(800, State.QUIET);
        make(1);
        assertEquals(visits.size(), 800, "all of them begin as busy");
        make(QUIET_ROUNDS);
        assertEquals(visits.size(), 800);
        assertEquals(Set.copyOf(visits.values()), Set.of(1));
        make(1);
        assertEquals(visits.size(), 100, "an eighth at a time");
    }

    @Test
    void whoBecomesBusyIsFoundWithinEightRoundsAndVisitedInEachFromThenOn() {
        join(100, State.QUIET);
        make(QUIET_ROUNDS);
        states.replaceAll((one, before) -> State.BUSY);
        make(QUIET_ROUNDS);
        assertEquals(visits.size(), 100);
        make(3);
        assertEquals(Set.copyOf(visits.values()), Set.of(3));
        states.replaceAll((one, before) -> State.QUIET);
        make(1);
        make(QUIET_ROUNDS);
        assertEquals(Set.copyOf(visits.values()), Set.of(1));
    }

    @Test
    void forgetsWhoIsGone() {
        join(100, State.QUIET);
        make(1);
        states.replaceAll((one, before) -> one % 3 == 0 ? State.GONE : State.BUSY);
        make(QUIET_ROUNDS);
        Set<Integer> gone = new HashSet<>(states.keySet());
        gone.removeIf(one -> states.get(one) != State.GONE);
        make(2 * QUIET_ROUNDS);
        assertTrue(Collections.disjoint(visits.keySet(), gone), visits + " has some of " + gone);
        assertEquals(visits.size(), 100 - gone.size());
    }

    /** Visits that fail end no round, and those that fail are visited again; the first failure is thrown at the end. */
    @Test
    void aFailedVisitLosesNobody() {
        CheckSchedule<Integer> failing = new CheckSchedule<>(QUIET_ROUNDS, (one, now) -> {
            visits.merge(one, 1, Integer::sum);
            if (now == 0 && one == 50) {
                throw new OutOfMemoryError("50");
            }
            if (now == 0 && one == 0) {
                throw new IllegalStateException("0");
            }
            return State.QUIET;
        });
        for (int i = 0; i < 100; i++) {
            failing.join(i);
        }
        assertEquals(expectThrows(OutOfMemoryError.class, () -> failing.make(0)).getMessage(), "50");
        assertEquals(visits.size(), 100, "visited in the round with failures");
        visits.clear();
        failing.make(1);
        assertTrue(visits.keySet().containsAll(Set.of(0, 50)), "due again at once: " + visits);
        for (int round = 2; round <= QUIET_ROUNDS + 1; round++) {
            failing.make(round);
        }
        assertEquals(visits.size(), 100);
    }
}
