package io.grizzlythrift.internal.sasl;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.sasl.StartDetector.Verdict;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which first bytes begin a negotiation, in one read and byte by byte. */
public final class StartDetectorTest {
    private static byte[] start(int status, int length, String name) {
        byte[] text = name.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) status)
                .putInt(length)
                .put(text)
                .array();
    }

    @DataProvider
    Object[][] beginnings() {
        return new Object[][] {
            {start(1, 5, "PLAIN"), Verdict.START},
            {start(1, 6, "GSSAPI"), Verdict.START},
            {start(1, 10, "DIGEST-MD5and more"), Verdict.START},
            {start(1, 20, "ABCDEFGHIJ0123456_-Z"), Verdict.START},
            {start(1, 5, "PLAI"), Verdict.MORE},
            {start(1, 5, ""), Verdict.MORE},
            {new byte[] {1}, Verdict.MORE},
            {start(2, 5, "PLAIN"), Verdict.OTHER},
            {start(1, 0, "PLAIN"), Verdict.OTHER},
            {start(1, 21, "ABCDEFGHIJ0123456_-ZZ"), Verdict.OTHER},
            {start(1, -5, "PLAIN"), Verdict.OTHER},
            {start(1, 0x100, "PLAIN"), Verdict.OTHER},
            {start(1, 5, "plain"), Verdict.OTHER},
            // Frames of 16 MiB: strict binary, compact, with a header of THeader.
            {new byte[] {1, 0, 0, 0, (byte) 0x80, 1, 0, 1}, Verdict.OTHER},
            {new byte[] {1, 0, 0, 0, (byte) 0x82, 0x21, 1}, Verdict.OTHER},
            {new byte[] {1, 0, 0, 0, 0x0f, (byte) 0xff, 0, 0}, Verdict.OTHER},
            {new byte[] {1, 0, 0, 0, 0, 0, 0, 4}, Verdict.OTHER},
        };
    }

    @Test(dataProvider = "beginnings")
    public void inOneRead(byte[] bytes, Verdict verdict) {
        assertEquals(new StartDetector().take(bytes, 0, bytes.length), verdict);
    }

    @Test(dataProvider = "beginnings")
    public void byteByByte(byte[] bytes, Verdict verdict) {
        StartDetector detector = new StartDetector();
        Verdict last = Verdict.MORE;
        int position = 0;
        while (last == Verdict.MORE && position < bytes.length) {
            last = detector.take(bytes, position, position + 1);
            position++;
        }
        assertEquals(last, verdict);
        assertEquals(detector.earlier().length, position - 1);
    }

    @Test
    public void takesOnlyTheStart() {
        byte[] bytes = start(1, 5, "PLAINrest");
        StartDetector detector = new StartDetector();
        detector.take(bytes, 0, bytes.length);
        assertEquals(detector.taken(), 10);
        assertEquals(detector.mechanism(), "PLAIN");
    }
}
