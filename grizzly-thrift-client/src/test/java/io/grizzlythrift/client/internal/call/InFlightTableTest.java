package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.RecordedCall;
import io.grizzlythrift.internal.call.CloseNotice;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests slots and ids with one thread at a time. */
public class InFlightTableTest {
    /** More calls than a small table has slots, so that each slot is used many times. */
    private static final int MANY = 1_000;

    private static PendingCall register(InFlightTable table) {
        PendingCall call = new RecordedCall();
        assertTrue(table.register(call, null) >= 0, "no slot is free");
        return call;
    }

    private static List<PendingCall> fill(InFlightTable table) {
        List<PendingCall> calls = new ArrayList<>();
        while (calls.size() < table.limit()) {
            calls.add(register(table));
        }
        return calls;
    }

    private static List<PendingCall> held(InFlightTable table) {
        List<PendingCall> held = new ArrayList<>();
        table.forEach(held::add);
        return held;
    }

    /** Advances the table to an id that it would reach only after many calls. */
    private static void skipTo(InFlightTable table, int nextId) throws ReflectiveOperationException {
        Field counter = InFlightTable.class.getDeclaredField("lastIdAndSize");
        counter.setAccessible(true);
        ((AtomicLong) counter.get(table)).updateAndGet(old -> ((long) (nextId - 1) << 32) | (int) old);
    }

    @DataProvider
    static Object[][] limits() {
        return new Object[][] {{1}, {2}, {3}, {4}, {5}, {100}, {1 << 17}};
    }

    @Test(dataProvider = "limits")
    void placesAreLimited(int limit) {
        InFlightTable table = new InFlightTable(limit);
        assertEquals(table.limit(), limit);
        for (int before = 0; before < limit; before++) {
            assertEquals(table.register(new RecordedCall(), null), before);
        }
        RecordedCall refused = new RecordedCall();
        assertEquals(table.register(refused, null), -1);
        assertEquals(table.register(refused, null), -1);
        assertEquals(table.size(), limit);
        assertEquals(held(table).size(), limit);
        assertTrue(!held(table).contains(refused), "a call that was rejected holds a slot");

        table.remove(held(table).get(limit / 2));
        assertEquals(table.size(), limit - 1);
        assertEquals(table.register(refused, null), limit - 1);
        assertSame(table.find(refused.sequenceId()), refused);
    }

    @Test(dataProvider = "limits")
    void idsAreUniqueAndLeadToTheirCalls(int limit) {
        InFlightTable table = new InFlightTable(limit);
        List<PendingCall> calls = fill(table);
        Set<Integer> ids = new HashSet<>();
        for (PendingCall call : calls) {
            assertTrue(ids.add(call.sequenceId()), "id " + call.sequenceId() + " was assigned twice");
            assertSame(table.find(call.sequenceId()), call);
        }
        assertEquals(new HashSet<>(held(table)), new HashSet<>(calls));
    }

    @Test
    void unknownIdsFindNoCall() {
        InFlightTable table = new InFlightTable(4);
        assertNull(table.find(0));
        assertNull(table.find(-1));
        PendingCall call = register(table);
        for (int rounds = 1; rounds <= 10; rounds++) {
            assertNull(table.find(call.sequenceId() + 8 * rounds), "an id of another round of the table");
            assertNull(table.find(call.sequenceId() - 8 * rounds), "an id of another round of the table");
        }
        table.remove(call);
        assertNull(table.find(call.sequenceId()));
    }

    @Test
    void anIdIsNotReusedWhileItsPlaceIsTaken() {
        InFlightTable table = new InFlightTable(4);
        PendingCall old = register(table);
        for (int i = 0; i < MANY; i++) {
            PendingCall young = register(table);
            assertNotEquals(young.sequenceId(), old.sequenceId());
            assertSame(table.find(old.sequenceId()), old);
            assertSame(table.find(young.sequenceId()), young);
            table.remove(young);
        }
        assertEquals(table.size(), 1);
    }

    @Test
    void theFirstIdShowsOurServerWhatTheClientKnows() {
        InFlightTable table = new InFlightTable(2);
        assertEquals(register(table).sequenceId(), CloseNotice.CLIENT_ID);
        assertEquals(register(table).sequenceId(), 1);
    }

    @Test
    void anEmptyTableCanBeClosedAndRefusesCalls() {
        InFlightTable table = new InFlightTable(2);
        PendingCall call = register(table);
        assertFalse(table.closeIfHolds(0));
        assertTrue(table.hasCalls());
        assertEquals(table.takenSlots(), 1);
        table.remove(call);
        assertTrue(table.closeIfHolds(0));
        assertFalse(table.hasCalls());
        assertEquals(table.takenSlots(), 0);
        assertEquals(table.register(new RecordedCall(), null), -1);
        assertFalse(table.closeIfHolds(0), "already closed");
    }

    @Test
    void aTableThatHoldsOnlyCallsOfThisNumberCanBeClosed() {
        InFlightTable table = new InFlightTable(2);
        register(table);
        assertFalse(table.closeIfHolds(2));
        assertTrue(table.closeIfHolds(1));
        assertEquals(table.takenSlots(), 0);
        assertEquals(table.register(new RecordedCall(), null), -1);
        assertFalse(table.closeIfHolds(1), "already closed");
    }

    @Test
    void idsSkipPlacesThatAreTaken() {
        InFlightTable table = new InFlightTable(2);
        table.remove(register(table)); // with an id of its own
        PendingCall first = register(table);
        PendingCall second = register(table);
        assertEquals(second.sequenceId(), first.sequenceId() + 1);
        table.remove(second);
        assertEquals(register(table).sequenceId(), first.sequenceId() + 2);
        table.remove(table.find(first.sequenceId() + 2));
        assertEquals(register(table).sequenceId(), first.sequenceId() + 3);
        table.remove(table.find(first.sequenceId() + 3));
        assertEquals(register(table).sequenceId(), first.sequenceId() + 5, "id + 4 maps to the slot of the first");
    }

    @Test
    void anAbandonedCallKeepsItsPlaceUntilItIsRemoved() {
        InFlightTable table = new InFlightTable(2);
        PendingCall abandoned = register(table);
        abandoned.beginSending();
        abandoned.abandon();
        PendingCall other = register(table);
        assertEquals(table.register(new RecordedCall(), null), -1);
        assertSame(table.find(abandoned.sequenceId()), abandoned);
        table.remove(other);
        for (int i = 0; i < MANY; i++) {
            table.remove(register(table));
            assertSame(table.find(abandoned.sequenceId()), abandoned);
        }
        table.remove(abandoned);
        assertNull(table.find(abandoned.sequenceId()));
        assertEquals(table.size(), 0);
    }

    /** Another attempt at the same call has won while this one was on its way to a connection. */
    @Test
    void aCallThatHasEndedHoldsNoPlace() {
        InFlightTable table = new InFlightTable(1);
        for (int i = 0; i < MANY; i++) {
            PendingCall ended = new RecordedCall();
            ended.abandon();
            table.remove(ended); // too early
            assertEquals(table.register(ended, null), 0);
            assertEquals(table.size(), 0);
            assertEquals(held(table), List.of());
        }
    }

    @Test
    void aRepliedCallLeavesItsPlaceToAnother() {
        InFlightTable table = new InFlightTable(1);
        for (int i = 0; i < MANY; i++) {
            PendingCall call = register(table);
            table.markSlow(call, PendingCall.SEEN_SLOW);
            table.removeReplied(call);
            assertNull(table.find(call.sequenceId()));
            assertEquals(table.size(), 0);
            assertEquals(table.slowCalls(), 0);
        }
    }

    /** Rejected calls use up ids, so the one before the first may be among these. */
    @Test
    void idsRemainSmallAlthoughCallsAreRejected() throws ReflectiveOperationException {
        InFlightTable table = new InFlightTable(1);
        register(table);
        skipTo(table, CloseNotice.CLIENT_ID);
        assertEquals(table.register(new RecordedCall(), null), -1);
        table.remove(held(table).get(0));
        assertEquals(register(table).sequenceId(), 1);
    }

    @Test
    void removingTwiceFreesOnePlace() {
        InFlightTable table = new InFlightTable(1);
        table.remove(register(table)); // with an id of its own
        PendingCall removed = register(table);
        table.remove(removed);
        table.remove(removed);
        assertEquals(table.size(), 0);
        table.remove(register(table));
        PendingCall heir = register(table);
        assertEquals(heir.sequenceId(), removed.sequenceId() + 2, "the heir must have the same one of two slots");
        table.remove(removed);
        assertSame(table.find(heir.sequenceId()), heir);
        assertEquals(table.size(), 1);
    }

    @DataProvider
    static Object[][] turnsOfTheIds() {
        return new Object[][] {{Integer.MAX_VALUE}, {-1}, {0}};
    }

    @Test(dataProvider = "turnsOfTheIds")
    void idsWrapAround(int wrap) throws ReflectiveOperationException {
        InFlightTable table = new InFlightTable(4);
        skipTo(table, wrap - 6);
        PendingCall old = register(table);
        assertEquals(old.sequenceId(), wrap - 6);
        int expected = wrap - 5;
        for (int i = 0; i < MANY; i++, expected++) {
            if (((expected ^ old.sequenceId()) & 7) == 0) {
                expected++; // the slot of the old call
            }
            PendingCall young = register(table);
            assertEquals(young.sequenceId(), expected);
            assertSame(table.find(expected), young);
            assertSame(table.find(old.sequenceId()), old);
            table.remove(young);
            assertNull(table.find(expected));
        }
    }

    @Test
    void forEachMayRemoveCalls() {
        InFlightTable table = new InFlightTable(100);
        List<PendingCall> calls = fill(table);
        table.remove(calls.remove(50));
        List<PendingCall> seen = new ArrayList<>();
        table.forEach(call -> {
            seen.add(call);
            table.remove(call);
        });
        assertEquals(seen.size(), calls.size());
        assertEquals(new HashSet<>(seen), new HashSet<>(calls));
        assertEquals(table.size(), 0);
        assertEquals(held(table), List.of());
        fill(table);
        assertEquals(table.size(), 100);
    }

    @Test
    void onlyTheIdOfACallMatters() throws ReflectiveOperationException {
        InFlightTable table = new InFlightTable(1);
        skipTo(table, Integer.MIN_VALUE);
        PendingCall call = register(table);
        assertEquals(call.sequenceId(), Integer.MIN_VALUE);
        assertNull(call.connection());
        assertEquals(call.state(), PendingCall.NEW);
        assertEquals(((RecordedCall) call).endings(), 0);
    }
}
