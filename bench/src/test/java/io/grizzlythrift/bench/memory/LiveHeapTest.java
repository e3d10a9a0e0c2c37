package io.grizzlythrift.bench.memory;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.Test;

/** The live heap of this process. */
public final class LiveHeapTest {
    private static final int BYTES = 64 << 20;

    private byte[] held = new byte[0];

    /** Reachable memory is counted; released memory is not. */
    @Test
    public void countsWhatIsHeld() {
        long before = LiveHeap.settledBytes();
        held = new byte[BYTES];
        long whileHeld = LiveHeap.settledBytes();
        assertEquals(held.length, BYTES);
        held = new byte[0];
        long after = LiveHeap.settledBytes();
        assertTrue(whileHeld - before > BYTES * 3L / 4, before + ", " + whileHeld);
        assertTrue(whileHeld - after > BYTES * 3L / 4, whileHeld + ", " + after);
    }
}
