package io.grizzlythrift.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.Arrays;
import java.util.Optional;
import org.testng.annotations.Test;

public final class FrameLikenessTest {
    private static final byte[] HEADER = {0x0f, (byte) 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};

    @Test
    public void aHeaderIsKnownFromItsFixedPartOn() {
        assertEquals(FrameLikeness.of(HEADER, 0, 10), Optional.of("a message of the THeader transport"));
        assertEquals(FrameLikeness.of(HEADER, 0, 9), Optional.empty());
        assertEquals(FrameLikeness.of(new byte[0], 0, 0), Optional.empty());
    }

    @Test
    public void withinALargerArray() {
        byte[] array = new byte[20];
        System.arraycopy(HEADER, 0, array, 4, HEADER.length);
        assertEquals(FrameLikeness.of(array, 4, HEADER.length), Optional.of("a message of the THeader transport"));
        assertEquals(FrameLikeness.of(array, 0, 20), Optional.empty());
        assertThrows(IndexOutOfBoundsException.class, () -> FrameLikeness.of(array, 11, 10));
    }

    @Test
    public void messagesOfProtocolsAreNone() {
        for (int first : new int[] {0x80, 0x82, '[', 0}) {
            byte[] message = Arrays.copyOf(new byte[] {(byte) first, 1}, 40);
            assertEquals(FrameLikeness.of(message, 0, message.length), Optional.empty());
        }
        byte[] other = Arrays.copyOf(new byte[] {0x10, 0}, 40);
        assertEquals(FrameLikeness.of(other, 0, 40), Optional.of("a message of Kitex's TTHeader transport"));
    }
}
