package io.grizzlythrift.internal.frame;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNotSame;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.testng.annotations.Test;

/** Tests the buffer into which replies are encoded: its length prefixes, growth and bound. */
public class FrameOutputTest {
    @Test
    void lengthsArePutInPlace() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(1 << 20);
        int first = output.beginFrame();
        output.write((byte) 7);
        output.write(new byte[] {0, 8, 9, 0}, 1, 2);
        output.endFrame(first);
        int second = output.beginFrame();
        output.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 3));
        output.endFrame(second);
        assertEquals(
                Arrays.copyOf(output.array(), output.size()), new byte[] {0, 0, 0, 3, 7, 8, 9, 0, 0, 0, 3, 2, 3, 4});
    }

    @Test
    void rewindDropsAPartialFrame() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(1 << 20);
        output.write((byte) 1);
        int start = output.beginFrame();
        output.write(new byte[100_000], 0, 100_000);
        output.rewind(start);
        assertEquals(output.size(), 1);
        assertEquals(output.array()[0], 1);
    }

    @Test
    void growsAndKeepsContent() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(1 << 20);
        int start = output.beginFrame();
        for (int i = 0; i < 300_000; i++) {
            output.write((byte) i);
        }
        output.endFrame(start);
        assertEquals(ByteBuffer.wrap(output.array()).getInt(), 300_000);
        for (int i = 0; i < 300_000; i++) {
            assertEquals(output.array()[4 + i], (byte) i);
        }
    }

    @Test
    void onlyAnArrayOfReasonableSizeIsKept() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(64 * 1024);
        output.write(new byte[30_000], 0, 30_000);
        byte[] small = output.array();
        output.clear();
        assertSame(output.array(), small);
        output.write(new byte[100_000], 0, 100_000);
        byte[] large = output.array();
        output.clear();
        assertNotSame(output.array(), large);
        assertTrue(output.array().length <= 64 * 1024);
        assertEquals(output.size(), 0);
    }

    @Test
    void bytesAreStoredInReservedRoom() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(0);
        for (int i = 0; i < 100_000; i += 2) {
            output.reserve(10);
            assertTrue(output.array().length >= i + 10);
            assertEquals(output.size(), i);
            output.array()[i] = (byte) i;
            output.array()[i + 1] = (byte) (i >>> 8);
            output.advance(2);
        }
        for (int i = 0; i < 100_000; i += 2) {
            assertEquals(output.array()[i], (byte) i);
            assertEquals(output.array()[i + 1], (byte) (i >>> 8));
        }
    }

    @Test
    void overflowIsAnErrorThatNamesTheBound() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(64 * 1024);
        output.write((byte) 1);
        // The length is checked before the array is read, so the test needs no array of that size.
        FrameOverflowException thrown =
                expectThrows(FrameOverflowException.class, () -> output.write(new byte[0], 0, FrameOutput.MAX_BYTES));
        assertTrue(thrown.getMessage().contains("at most " + FrameOutput.MAX_BYTES), thrown.getMessage());
        assertEquals(output.size(), 1);
    }

    /** One large message, then many small ones. */
    @Test
    public void anArrayThatIsTooLargeForLong() throws FrameOverflowException {
        FrameOutput output = new FrameOutput(4 << 20);
        output.write(new byte[1 << 20], 0, 1 << 20);
        output.clear();
        byte[] large = output.array();
        for (int i = 1; i < FrameOutput.CLEARS_TO_SHRINK; i++) {
            output.write((byte) 1);
            output.clear();
        }
        assertSame(output.array(), large, "it was needed within that period");
        for (int i = 1; i < FrameOutput.CLEARS_TO_SHRINK; i++) {
            output.write((byte) 1);
            output.clear();
        }
        assertSame(output.array(), large);
        output.write((byte) 1);
        output.clear();
        assertEquals(output.array().length, 0);
        output.write((byte) 1);
        assertEquals(output.array().length, 16 * 1024);
        byte[] small = output.array();
        for (int i = 0; i < 3 * FrameOutput.CLEARS_TO_SHRINK; i++) {
            output.clear();
        }
        assertSame(output.array(), small, "the smallest array is retained");
    }
}
