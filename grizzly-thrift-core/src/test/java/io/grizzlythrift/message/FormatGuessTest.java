package io.grizzlythrift.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.Arrays;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests which bytes are recognized as those of another format. */
public final class FormatGuessTest {
    private static final byte[] HEADER = {0x0f, (byte) 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};

    @Test
    public void aHeaderIsRecognizedFromItsFixedPart() {
        assertEquals(FormatGuess.of(HEADER, 0, 10), Optional.of("a message of the THeader transport"));
        assertEquals(FormatGuess.of(HEADER, 0, 9), Optional.empty());
        assertEquals(FormatGuess.of(new byte[0], 0, 0), Optional.empty());
    }

    @Test
    public void withinALargerArray() {
        byte[] array = new byte[20];
        System.arraycopy(HEADER, 0, array, 4, HEADER.length);
        assertEquals(FormatGuess.of(array, 4, HEADER.length), Optional.of("a message of the THeader transport"));
        assertEquals(FormatGuess.of(array, 0, 20), Optional.empty());
        assertThrows(IndexOutOfBoundsException.class, () -> FormatGuess.of(array, 11, 10));
    }

    @Test
    public void messagesOfProtocolsHaveNoHeader() {
        for (int first : new int[] {0x80, 0x82, '[', 0}) {
            byte[] message = Arrays.copyOf(new byte[] {(byte) first, 1}, 40);
            assertEquals(FormatGuess.of(message, 0, message.length), Optional.empty());
        }
        byte[] other = Arrays.copyOf(new byte[] {0x10, 0}, 40);
        assertEquals(FormatGuess.of(other, 0, 40), Optional.of("a message of Kitex's TTHeader transport"));
    }
}
