package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.testing.RecordedCall;
import java.time.Duration;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a connection counts as silent. Each call begins at 0 and times out at {@link #TIMEOUT}. */
public final class SilentPeerDetectorTest {
    private static final long TIMEOUT = 2_000_000_000;

    private InFlightTable calls;
    private SilentPeerDetector detector;

    @BeforeMethod
    void setUp() {
        calls = new InFlightTable(SilentPeerDetector.TIMEOUTS);
        detector = new SilentPeerDetector(calls, Duration.ofNanos(TIMEOUT));
    }

    /** Notes calls that time out. */
    private void timeOut(int count, int readsBefore, int readsNow) {
        for (int i = 0; i < count; i++) {
            PendingCall call = new RecordedCall(false, TIMEOUT, 0);
            call.readsBefore(readsBefore);
            detector.timedOut(call, readsNow);
        }
    }

    @Test
    void enoughTimeoutsInARowAreSilence() {
        timeOut(SilentPeerDetector.TIMEOUTS - 1, 5, 5);
        assertEquals(detector.silentNanos(TIMEOUT, 5), 0);
        timeOut(1, 5, 5);
        assertEquals(detector.silentNanos(TIMEOUT, 5), TIMEOUT);
    }

    @Test
    void bytesAfterTheTimeoutsEndTheSilence() {
        timeOut(SilentPeerDetector.TIMEOUTS, 5, 5);
        assertEquals(detector.silentNanos(TIMEOUT, 6), 0);
        timeOut(1, 6, 6);
        assertEquals(detector.silentNanos(TIMEOUT, 6), 0, "the timeouts are counted anew");
    }

    /** The peer was alive while they waited. */
    @Test
    void callsThatBeganBeforeTheLastBytesDoNotCount() {
        timeOut(SilentPeerDetector.TIMEOUTS, 4, 5);
        assertFalse(detector.hasTimeouts());
        assertEquals(detector.silentNanos(TIMEOUT, 5), 0);
    }

    /** It may be the older call that keeps the peer busy. */
    @Test
    void anOlderCallInFlightExplainsTheSilence() {
        PendingCall older = new RecordedCall(false, 2 * TIMEOUT, -1);
        assertTrue(calls.register(older, null) >= 0);
        older.encoded();
        assertTrue(older.beginSending());
        timeOut(SilentPeerDetector.TIMEOUTS, 5, 5);
        assertEquals(detector.silentNanos(TIMEOUT, 5), 0);
        older.abandon();
        calls.remove(older);
        assertEquals(detector.silentNanos(TIMEOUT, 5), TIMEOUT);
    }
}
