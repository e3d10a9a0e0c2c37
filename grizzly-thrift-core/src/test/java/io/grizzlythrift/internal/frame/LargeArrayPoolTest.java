package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;

import io.grizzlythrift.frame.Dialect;
import io.grizzlythrift.internal.memory.MemoryBudget;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that the array of a large frame is reused for another one, but only within bounds. */
@Test(singleThreaded = true)
public class LargeArrayPoolTest {
    private static final int LENGTH = 1_000_000;
    private static final int UNLIKE_BYTES = 300_000;

    /** Fills the pool, which is that of the process, with arrays of sizes that these tests do not use. */
    @BeforeMethod
    @AfterMethod
    void fill() {
        for (int i = 0; i < LargeArrayPool.MAX_POOLED; i++) {
            LargeArrayPool.recycle(new byte[UNLIKE_BYTES]);
        }
    }

    @DataProvider
    Object[][] recycledAndTaken() {
        return new Object[][] {
            {LENGTH, LENGTH, true},
            {LENGTH, LENGTH - 1, true},
            {LENGTH, LENGTH + 1, false},
            {LENGTH, LENGTH * 4 / 5, true},
            {LENGTH, LENGTH * 4 / 5 - 1, false},
            {LargeArrayPool.MIN_BYTES, LargeArrayPool.MIN_BYTES, true},
            {LargeArrayPool.MIN_BYTES - 1, LargeArrayPool.MIN_BYTES - 1, false},
            {LargeArrayPool.MAX_BYTES, LargeArrayPool.MAX_BYTES, true},
            {LargeArrayPool.MAX_BYTES + 1, LargeArrayPool.MAX_BYTES + 1, false},
        };
    }

    @Test(dataProvider = "recycledAndTaken")
    void anArrayIsTakenIfItFits(int recycled, int needed, boolean fits) {
        byte[] array = new byte[recycled];
        LargeArrayPool.recycle(array);
        byte[] taken = LargeArrayPool.take(needed);
        assertEquals(taken == array, fits);
        assertNotSame(LargeArrayPool.take(needed), array, "it is taken once");
    }

    @Test
    void oneMoreThanThePoolHoldsTakesThePlaceOfAnother() {
        List<byte[]> recycled = new ArrayList<>();
        for (int i = 0; i <= LargeArrayPool.MAX_POOLED; i++) {
            recycled.add(new byte[LENGTH]);
            LargeArrayPool.recycle(recycled.get(i));
        }
        int found = 0;
        while (LargeArrayPool.take(LENGTH).length > 0) {
            found++;
        }
        assertEquals(found, LargeArrayPool.MAX_POOLED);
    }

    private static FrameAssembler assembler() {
        return new FrameAssembler(2 * LENGTH);
    }

    /** Receives a frame in two reads. */
    private static FrameBatch receive(FrameAssembler assembler, byte value, int length) throws FrameException {
        byte[] frame = new byte[4 + length];
        Arrays.fill(frame, value);
        ByteBuffer.wrap(frame).putInt(length);
        int first = length / 2;
        assembler.take(frame, 0, first);
        return assembler.take(frame, first, frame.length);
    }

    private static void assertContent(FrameBatch batch, byte value, int length) {
        byte[] expected = new byte[length];
        Arrays.fill(expected, value);
        int from = batch.offset(0);
        assertEquals(batch.length(0), length);
        assertEquals(Arrays.copyOfRange(batch.array(0), from, from + length), expected);
    }

    @Test
    void aReleasedFrameLeavesItsArrayToTheNextOne() throws Exception {
        FrameAssembler assembler = assembler();
        FrameBatch first = receive(assembler, (byte) 1, LENGTH);
        byte[] array = first.array(0);
        first.release();
        FrameBatch second = receive(assembler, (byte) 2, LENGTH - 100);
        assertSame(second.array(0), array);
        assertContent(second, (byte) 2, LENGTH - 100);
        assertEquals(second.retainedBytes(), LENGTH, "the excess is charged, too");
    }

    /** A handler may hold slices of a frame. */
    @Test
    void anArrayThatMayBeInUseIsNotReused() throws Exception {
        FrameAssembler assembler = assembler();
        FrameBatch kept = receive(assembler, (byte) 1, LENGTH);
        byte[] array = kept.array(0);
        FrameBatch meanwhile = receive(assembler, (byte) 2, LENGTH);
        assertNotSame(meanwhile.array(0), array);
        kept.clear();
        assertNotSame(receive(assembler, (byte) 3, LENGTH).array(0), array);
        assertContent(meanwhile, (byte) 2, LENGTH);
    }

    /** The peer has sent little of it so far, and others may fill the pool again. */
    @Test
    void aPooledArrayIsChargedAsAWhole() throws Exception {
        LargeArrayPool.recycle(new byte[LENGTH]);
        MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
        FrameAssembler assembler =
                new FrameAssembler(2 * LENGTH, Set.of(Dialect.FRAMED), budget.open(), System::nanoTime);
        byte[] begin = ByteBuffer.allocate(4 + 10_000).putInt(LENGTH).array();
        assembler.take(begin, 0, begin.length);
        assertEquals(assembler.capacity(), LENGTH);
        assertEquals(budget.usedBytes(), LENGTH);
        assertFalse(LargeArrayPool.take(LENGTH).length > 0, "it is in use");
    }

    /** Otherwise, many peers that send little of a large frame would hold far more than the budget. */
    @Test
    void aPooledArrayThatIsTooMuchForTheBudgetStaysThere() throws Exception {
        LargeArrayPool.recycle(new byte[LENGTH]);
        MemoryBudget budget = new MemoryBudget(2 * LENGTH);
        FrameAssembler assembler =
                new FrameAssembler(2 * LENGTH, Set.of(Dialect.FRAMED), budget.open(), System::nanoTime);
        byte[] begin = ByteBuffer.allocate(4 + 10_000).putInt(LENGTH).array();
        assembler.take(begin, 0, begin.length);
        assertEquals(assembler.capacity(), 10_000);
        assertEquals(budget.usedBytes(), 10_000);
        assertEquals(LargeArrayPool.take(LENGTH).length, LENGTH);
    }
}
