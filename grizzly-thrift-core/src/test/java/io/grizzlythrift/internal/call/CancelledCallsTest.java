package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import org.testng.annotations.Test;

/** Tests which calls a notice cancels, and the memory that the ids of a connection can use. */
public class CancelledCallsTest {
    private final MemoryBudget budget = new MemoryBudget(1 << 20);

    private CancelledCalls calls() {
        return new CancelledCalls(budget.open());
    }

    @Test
    public void acceptedCallsAreCancelledOnce() {
        CancelledCalls calls = calls();
        calls.cancel(17, 3, 3, 0);
        assertFalse(calls.take(18, 0));
        assertTrue(calls.take(17, 2));
        assertFalse(calls.take(17, 2));
        assertEquals(calls.size(), 0);
    }

    /** The call had ended before the notice arrived. */
    @Test
    public void aLaterCallOfTheSameIdIsNotCancelled() {
        CancelledCalls calls = calls();
        calls.cancel(17, 3, 1, 0);
        assertFalse(calls.take(17, 3));
        assertEquals(calls.size(), 0);
    }

    @Test
    public void withoutCallsNothingIsKept() {
        CancelledCalls calls = calls();
        calls.cancel(1, 3, 1, 0);
        calls.cancel(2, 3, 0, 0);
        assertEquals(calls.size(), 0);
        assertFalse(calls.take(1, 0));
    }

    /** The oldest ids are forgotten: those of honest clients belong to calls that have ended. */
    @Test
    public void aFloodIsBounded() {
        CancelledCalls calls = calls();
        for (int id = 0; id < 10 * CancelledCalls.MAX_IDS; id++) {
            calls.cancel(id, 1, 1, 0);
        }
        assertEquals(calls.size(), CancelledCalls.MAX_IDS);
        assertFalse(calls.take(9 * CancelledCalls.MAX_IDS - 1, 0));
        assertTrue(calls.take(9 * CancelledCalls.MAX_IDS, 0));
        assertTrue(calls.take(10 * CancelledCalls.MAX_IDS - 1, 0));
    }

    /** The id of a call that is about to be numbered stays. */
    @Test
    public void idsOfEndedCallsAreForgotten() {
        CancelledCalls calls = calls();
        calls.cancel(1, 3, 1, 0);
        calls.cancel(2, 4, 1, 0);
        calls.forget(3);
        assertFalse(calls.take(1, 0));
        assertTrue(calls.hasIds());
        assertTrue(calls.take(2, 3));
        assertFalse(calls.hasIds());
    }

    /** Tests a connection that always has calls. */
    @Test
    public void oldIdsAreForgotten() {
        MemoryAccount memory = budget.open();
        CancelledCalls calls = new CancelledCalls(memory);
        calls.cancel(1, 1, 1, 100);
        calls.cancel(2, 1, 1, 150);
        calls.forgetOlderThan(50, 150);
        assertEquals(calls.size(), 2);
        calls.forgetOlderThan(50, 151);
        assertEquals(calls.size(), 1);
        assertFalse(calls.take(1, 0));
        assertTrue(calls.hasIds());
        calls.cancel(2, 1, 1, 300); // again: it is as old as the last notice
        calls.forgetOlderThan(50, 350);
        assertTrue(calls.hasIds());
        calls.forgetOlderThan(50, 351);
        assertFalse(calls.hasIds());
        assertEquals(memory.bytes(), 0);
    }

    /** Tests that an id that arrives again is no longer the oldest. */
    @Test
    public void aRepeatedIdIsNew() {
        CancelledCalls calls = calls();
        for (int id = 0; id < CancelledCalls.MAX_IDS; id++) {
            calls.cancel(id, 1, 1, 0);
        }
        calls.cancel(0, 1, 1, 0);
        calls.cancel(CancelledCalls.MAX_IDS, 1, 1, 0);
        assertTrue(calls.take(0, 0));
        assertFalse(calls.take(1, 0));
    }

    @Test
    public void offeredOnce() {
        CancelledCalls calls = calls();
        assertFalse(calls.takeOffer());
        calls.accept();
        assertTrue(calls.takeOffer());
        calls.accept();
        assertFalse(calls.takeOffer());
        CancelledCalls.NONE.accept();
        assertFalse(CancelledCalls.NONE.takeOffer());
    }

    @Test
    public void idsAreCharged() {
        MemoryAccount memory = budget.open();
        CancelledCalls calls = new CancelledCalls(memory);
        for (int id = 0; id < CancelledCalls.MAX_IDS + 5; id++) {
            calls.cancel(id, 1, 1, 0);
        }
        calls.cancel(CancelledCalls.MAX_IDS, 1, 1, 0); // again
        assertEquals(memory.bytes(), (long) CancelledCalls.MAX_IDS * CancelledCalls.ID_BYTES);
        calls.take(CancelledCalls.MAX_IDS, 0);
        assertEquals(memory.bytes(), (long) (CancelledCalls.MAX_IDS - 1) * CancelledCalls.ID_BYTES);
        calls.cancel(1, 1, 0, 0);
        assertEquals(memory.bytes(), 0);
        memory.close();
        calls.cancel(2, 1, 1, 0);
        assertEquals(calls.size(), 0);
    }

    @Test
    public void noneAcceptsNothing() {
        CancelledCalls.NONE.accept();
        assertFalse(CancelledCalls.NONE.isAccepting());
        CancelledCalls own = calls();
        assertFalse(own.isAccepting());
        own.accept();
        assertTrue(own.isAccepting());
    }
}
