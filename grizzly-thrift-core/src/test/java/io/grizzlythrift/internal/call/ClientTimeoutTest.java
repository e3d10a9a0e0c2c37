package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.internal.header.FrameHeader;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.server.HeaderFrame;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests which headers are read as the timeout of a client. */
public class ClientTimeoutTest {
    private static final long YEAR = Duration.ofDays(365).toNanos();

    @DataProvider
    static Object[][] values() {
        return new Object[][] {
            {"1", 1_000_000L},
            {"300", 300_000_000L},
            {"0300", 300_000_000L},
            {"0", ClientTimeout.NONE},
            {"000", ClientTimeout.NONE},
            {"31536000000", YEAR},
            {"31536000001", YEAR},
            {"9223372036854775807", YEAR},
            {"9223372036854775808", YEAR},
            {"9".repeat(60_000), YEAR},
            {"", ClientTimeout.INVALID},
            {"-1", ClientTimeout.INVALID},
            {"+1", ClientTimeout.INVALID},
            {" 1", ClientTimeout.INVALID},
            {"1.5", ClientTimeout.INVALID},
            {"1e3", ClientTimeout.INVALID},
            {"0x10", ClientTimeout.INVALID},
            {"\u0661", ClientTimeout.INVALID},
            {"soon", ClientTimeout.INVALID},
        };
    }

    @Test(dataProvider = "values")
    public void aHeader(String value, long expected) throws Exception {
        assertEquals(ClientTimeout.of(frame("a", "b", ClientTimeout.HEADER, value, "c", "d")), expected);
    }

    /** Names ignore case, and the last header of a name counts. */
    @Test
    public void anyCase() throws Exception {
        assertEquals(
                ClientTimeout.of(frame(ClientTimeout.HEADER, "2", "Client_Timeout", "1")),
                TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Test
    public void noHeader() throws Exception {
        assertEquals(ClientTimeout.of(frame()), ClientTimeout.NONE);
        assertEquals(ClientTimeout.of(frame("client_timeouts", "1", "client_timeou", "1")), ClientTimeout.NONE);
    }

    /** A persistent header is ignored, because a deadline is that of one call. */
    @Test
    public void aPersistentHeaderDoesNotCount() throws Exception {
        byte[] frame = HeaderFrame.of(ThriftProtocol.BINARY, 1, new byte[1])
                .persistent(ClientTimeout.HEADER, "1")
                .bytes();
        assertEquals(ClientTimeout.of(FrameHeader.parse(frame, 0, frame.length)), ClientTimeout.NONE);
    }

    private static FrameHeader frame(String... headers) throws Exception {
        HeaderFrame frame = HeaderFrame.of(ThriftProtocol.BINARY, 1, new byte[1]);
        for (int i = 0; i < headers.length; i += 2) {
            frame.header(headers[i], headers[i + 1]);
        }
        byte[] bytes = frame.bytes();
        return FrameHeader.parse(bytes, 0, bytes.length);
    }
}
