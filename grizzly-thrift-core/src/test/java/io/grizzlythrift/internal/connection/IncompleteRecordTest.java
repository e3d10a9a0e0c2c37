package io.grizzlythrift.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.memory.MemoryBudget;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what a record of TLS counts for that has not arrived completely. */
public class IncompleteRecordTest {
    private static final long MEGABYTE = 1 << 20;

    private MemoryBudget budget;
    private MemoryAccount memory;
    private IncompleteRecord record;

    @BeforeMethod
    void open() {
        budget = new MemoryBudget(MEGABYTE);
        memory = budget.open();
        record = new IncompleteRecord(memory);
    }

    /** Nearly each read of a busy connection ends within one. */
    @Test
    public void countsForNothingAtFirst() {
        record.accept(1_000);
        assertEquals(budget.usedBytes(), 0);
        record.accept(0);
        assertEquals(budget.usedBytes(), 0);
    }

    @Test
    public void countsOnceItLasts() {
        record.accept(1_000);
        record.charge();
        assertEquals(budget.usedBytes(), 1_000);
        record.accept(5_000);
        assertEquals(budget.usedBytes(), 1_000);
        record.charge();
        record.charge();
        assertEquals(budget.usedBytes(), 5_000);
        record.accept(0);
        assertEquals(budget.usedBytes(), 0);
        record.charge();
        assertEquals(budget.usedBytes(), 0);
    }

    @Test
    public void eachHasItsOwnNumberAndTime() {
        assertEquals(record.number(), 0);
        record.accept(10);
        long first = record.number();
        long begun = record.since();
        assertTrue(first < 0);
        record.accept(20);
        assertEquals(record.number(), first);
        assertEquals(record.since(), begun);
        record.accept(0);
        assertEquals(record.number(), 0);
        record.accept(10);
        assertTrue(record.number() < 0);
        assertNotEquals(record.number(), first);
    }

    @Test
    public void afterTheCloseNothingIsLeft() {
        record.accept(1_000);
        record.charge();
        memory.close();
        record.accept(2_000);
        record.charge();
        record.accept(0);
        assertEquals(budget.usedBytes(), 0);
    }
}
