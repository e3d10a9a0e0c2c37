package io.grizzlythrift.internal.frame;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the format that is guessed for various bytes. */
public final class FormatGuessTest {
    private static final byte[] HEADER = {0x0f, (byte) 0xff, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0};
    private static final byte[] BINARY = {(byte) 0x80, 1, 0, 1, 0, 0, 0, 4};
    private static final byte[] COMPACT = {(byte) 0x82, 0x21, 1, 4};
    private static final byte[] JSON = "[1,\"ping\"".getBytes(ISO_8859_1);

    private static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(4 + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    @Test
    public void aHeaderIsKnownFromItsFixedPartOn() {
        assertEquals(FormatGuess.ofFrame(HEADER, 0, 10), Optional.of(FormatGuess.THEADER));
        assertEquals(FormatGuess.ofFrame(HEADER, 0, 9), Optional.empty());
        assertEquals(FormatGuess.ofFrame(new byte[0], 0, 0), Optional.empty());
        byte[] other = Arrays.copyOf(new byte[] {0x10, 0}, 40);
        assertEquals(FormatGuess.ofFrame(other, 0, 40), Optional.of(FormatGuess.TTHEADER));
    }

    @Test
    public void withinALargerArray() {
        byte[] array = new byte[20];
        System.arraycopy(HEADER, 0, array, 4, HEADER.length);
        assertEquals(FormatGuess.ofFrame(array, 4, HEADER.length), Optional.of(FormatGuess.THEADER));
        assertEquals(FormatGuess.ofFrame(array, 0, 20), Optional.empty());
        assertThrows(IndexOutOfBoundsException.class, () -> FormatGuess.ofFrame(array, 11, 10));
    }

    @DataProvider
    static Object[][] messages() {
        return new Object[][] {{BINARY, FormatGuess.BINARY}, {COMPACT, FormatGuess.COMPACT}, {JSON, FormatGuess.JSON}};
    }

    @Test(dataProvider = "messages")
    public void messagesOfProtocols(byte[] message, FormatGuess protocol) {
        assertEquals(FormatGuess.ofFrame(message, 0, message.length), Optional.of(protocol));
        assertEquals(FormatGuess.ofFrame(message, 0, 3), Optional.empty());
        assertEquals(FormatGuess.ofFirstBytes(message), Optional.of(protocol));
        assertEquals(FormatGuess.ofFirstBytes(framed(message)), Optional.of(FormatGuess.FRAMED));
    }

    @DataProvider
    static Object[][] firstBytes() {
        return new Object[][] {
            {"GET / HT", FormatGuess.HTTP},
            {"POST /x ", FormatGuess.HTTP},
            {"HTTP/1.1", FormatGuess.HTTP},
            {"\26\3\1\2\0\1\0\1", FormatGuess.TLS},
            {"\25\3\3\0", FormatGuess.TLS},
        };
    }

    @Test(dataProvider = "firstBytes")
    public void otherPeers(String bytes, FormatGuess guess) {
        assertEquals(FormatGuess.ofFirstBytes(bytes.getBytes(ISO_8859_1)), Optional.of(guess));
    }

    @Test
    public void unknownBytes() {
        for (byte[] unknown : new byte[][] {
            {},
            {0},
            {0x16, 3, 1},
            {0, 0, 0, 0},
            {0x16, 2, 0, 0},
            {0, 0, 0, 9, 1, 2, 3, 4},
            {1, 0, 0, 1, (byte) 0x80, 1, 0, 1}
        }) {
            assertEquals(FormatGuess.ofFirstBytes(unknown), Optional.empty(), Arrays.toString(unknown));
        }
    }

    @Test
    public void words() {
        assertEquals(FormatGuess.BINARY.words(), "a message of the binary protocol");
        assertEquals(FormatGuess.BINARY.unframedWords(), "an unframed message of the binary protocol");
        assertEquals(FormatGuess.TLS.unframedWords(), "TLS");
    }
}
