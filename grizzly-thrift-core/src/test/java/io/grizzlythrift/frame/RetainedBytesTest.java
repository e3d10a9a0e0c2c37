package io.grizzlythrift.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.memory.MemoryBudget;
import java.util.Arrays;
import org.testng.annotations.Test;

/** Tests that batches count what they keep on the heap, which is what is charged for them. */
public class RetainedBytesTest {
    /** A frame keeps the whole array in which it lies. */
    @Test
    void ofASliceOfAnArray() {
        assertEquals(FrameBatch.of(new byte[1000], 10, 20).retainedBytes(), 1000);
    }

    /** An array that has grown ahead of a body is not kept. */
    @Test
    void ofAnArrayThatGrewAhead() {
        byte[] received = new byte[PartialFrame.FIRST_CAPACITY + 1];
        Arrays.fill(received, (byte) 7);
        PartialFrame partial = new PartialFrame(new MemoryBudget(Long.MAX_VALUE).open());
        partial.expect(1 << 20);
        for (int appended : new int[] {PartialFrame.FIRST_CAPACITY, 1}) {
            partial.grow(partial.growthFor(appended));
            partial.append(received, 0, appended);
        }
        byte[] array = partial.array();
        assertTrue(array.length > 2 * received.length, array.length + " bytes");
        assertEquals(partial.trimmed(), received);
        int most = array.length / 10 * 9;
        partial.append(new byte[most], 0, most - received.length);
        assertSame(partial.trimmed(), array);
    }
}
