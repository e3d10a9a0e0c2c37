package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.call.InFlightTable;
import io.grizzlythrift.client.internal.call.PendingCall;
import io.grizzlythrift.client.internal.connection.SlowMethods.Expected;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.client.testing.RecordedCall;
import java.util.concurrent.TimeUnit;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests when a connection counts as blocked by a slow call. */
public final class HeadOfLineDetectorTest {
    private static final long TIMEOUT = 1_000_000_000;
    private static final int LIMIT = 100;

    /** As often as the pool checks. */
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * TimerThread.TICK_MILLIS);

    private InFlightTable calls;
    private SlowMethods methods;
    private HeadOfLineDetector detector;
    private long now;
    private int reads;
    private long roundTrip;

    @BeforeMethod
    void setUp() {
        calls = new InFlightTable(LIMIT);
        methods = new SlowMethods();
        detector = new HeadOfLineDetector(calls, methods, () -> now, () -> roundTrip);
        now = 1;
        reads = 0;
        roundTrip = 0;
    }

    /** Sends a call that is expected to be prompt. */
    private PendingCall send() {
        return send(new RecordedCall(false, TIMEOUT, now++));
    }

    private PendingCall send(PendingCall call) {
        assertTrue(calls.register(call, null) >= 0);
        call.encoded();
        assertTrue(call.beginSending());
        return call;
    }

    private PendingCall sendExpectedSlow() {
        PendingCall call = new RecordedCall(false, TIMEOUT, now++);
        call.expectSlow();
        return send(call);
    }

    private void reply(PendingCall call) {
        reads++;
        call.end();
        detector.replied(call);
        calls.remove(call);
    }

    private void check() {
        detector.check(reads, calls.size());
    }

    /** Checks as often as it takes to see that nothing comes. */
    private void beQuiet() {
        check();
        pass(HeadOfLineDetector.MIN_SLOW_NANOS);
    }

    /** Lets time pass, with checks. */
    private void pass(long nanos) {
        for (long left = nanos; left > 0; left -= PERIOD_NANOS) {
            now += Math.min(left, PERIOD_NANOS);
            check();
        }
    }

    @Test
    void theOldestCallIsSlowIfNothingCame() {
        PendingCall first = send();
        PendingCall second = send();
        check();
        pass(HeadOfLineDetector.MIN_SLOW_NANOS - 1);
        assertFalse(detector.isBlocked());
        now++;
        check();
        assertTrue(detector.isBlocked());
        assertEquals(first.slowness(), PendingCall.SEEN_SLOW);
        assertEquals(second.slowness(), PendingCall.NOT_SLOW);
        reply(first);
        assertFalse(detector.isBlocked());
    }

    @Test
    void twoRoundTripsAreNotSlow() {
        roundTrip = HeadOfLineDetector.MIN_SLOW_NANOS;
        send();
        check();
        pass(2 * roundTrip - 1);
        assertFalse(detector.isBlocked());
        now++;
        check();
        assertTrue(detector.isBlocked());
    }

    @Test
    void aCheckThatComesLateProvesNothing() {
        send();
        check();
        now += HeadOfLineDetector.MIN_SLOW_NANOS;
        check();
        assertFalse(detector.isBlocked());
        pass(HeadOfLineDetector.MIN_SLOW_NANOS - 1);
        assertFalse(detector.isBlocked());
        now++;
        check();
        assertTrue(detector.isBlocked());
    }

    @Test
    void noCallIsSlowWhileBytesCome() {
        send();
        for (int i = 0; i < 5; i++) {
            beQuietAfterBytes();
            assertFalse(detector.isBlocked());
        }
    }

    private void beQuietAfterBytes() {
        now += HeadOfLineDetector.MIN_SLOW_NANOS;
        reads++;
        check();
    }

    @Test
    void theTimeWithoutCallsInFlightDoesNotCount() {
        beQuiet();
        send();
        check();
        pass(HeadOfLineDetector.MIN_SLOW_NANOS - 1);
        assertFalse(detector.isBlocked());
    }

    @Test
    void callsThatEndBetweenChecksAreNotSlow() {
        for (int i = 0; i < 5; i++) {
            PendingCall call = send();
            check();
            now += HeadOfLineDetector.MIN_SLOW_NANOS;
            reply(call);
        }
        send();
        check();
        assertFalse(detector.isBlocked());
    }

    @Test
    void aCallThatIsExpectedToBeSlowHoldsUpUntilItsReply() {
        PendingCall call = sendExpectedSlow();
        assertTrue(detector.isBlocked());
        reply(call);
        assertFalse(detector.isBlocked());
    }

    @Test
    void aReplyWithoutAQuietTimeMakesItsMethodPrompt() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        reply(sendExpectedSlow());
        assertEquals(methods.expect("recorded"), Expected.PROMPT);
    }

    @Test
    void aLongQuietTimeMakesItsMethodSlow() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        PendingCall call = sendExpectedSlow();
        beQuiet();
        now = call.begun() + HeadOfLineDetector.LONG_FACTOR * HeadOfLineDetector.MIN_SLOW_NANOS;
        reply(call);
        assertEquals(methods.expect("recorded"), Expected.SLOW);
    }

    @Test
    void aShortQuietTimeDoesNotMakeItsMethodSlow() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        PendingCall call = sendExpectedSlow();
        beQuiet();
        now = call.begun() + HeadOfLineDetector.LONG_FACTOR * HeadOfLineDetector.MIN_SLOW_NANOS - 1;
        reply(call);
        assertEquals(methods.expect("recorded"), Expected.PROMPT);
    }

    @Test
    void aCallThatIsAbandonedAfterALongQuietTimeMakesItsMethodSlow() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        methods.blockedNothing("recorded", true);
        for (int i = 0; i < 2; i++) {
            PendingCall call = send();
            beQuiet();
            now = call.begun() + HeadOfLineDetector.LONG_FACTOR * HeadOfLineDetector.MIN_SLOW_NANOS;
            call.abandon();
            detector.abandoned(call);
            calls.remove(call);
        }
        assertEquals(methods.expect("recorded"), Expected.SLOW);
    }

    @Test
    void onlyPromptRepliesMakeASlowMethodPromptSoon() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        methods.blocked("recorded");
        PendingCall late = sendExpectedSlow();
        now = late.begun() + HeadOfLineDetector.MIN_SLOW_NANOS;
        reply(late);
        assertEquals(methods.expect("recorded"), Expected.SLOW);
        PendingCall prompt = sendExpectedSlow();
        now = prompt.begun() + HeadOfLineDetector.MIN_SLOW_NANOS - 1;
        reply(prompt);
        assertEquals(methods.expect("recorded"), Expected.PROMPT);
    }

    @Test
    void oneCallIsSeenOnce() {
        assertEquals(methods.expect("recorded"), Expected.UNKNOWN);
        methods.blockedNothing("recorded", true);
        send();
        for (int i = 0; i < 10; i++) {
            beQuiet();
        }
        assertEquals(methods.expect("recorded"), Expected.PROMPT);
    }

    @Test
    void anAbandonedCallHoldsUpUntilItsReplyComes() {
        PendingCall call = send();
        call.abandon();
        detector.abandoned(call);
        assertTrue(detector.isBlocked());
        reply(call);
        assertFalse(detector.isBlocked());
    }

    @Test
    void aCallThatIsMarkedTooLateIsNotCounted() {
        PendingCall call = send();
        calls.remove(call);
        detector.abandoned(call);
        assertFalse(detector.isBlocked());
    }

    @Test
    void aConnectionWhoseRepliesOvertakeIsNeverBlocked() {
        send();
        beQuiet();
        now++;
        reply(send());
        assertFalse(detector.isBlocked());
        beQuiet();
        sendExpectedSlow();
        assertFalse(detector.isBlocked());
    }

    @Test
    void aCallFromBeforeTheQuietTimeProvesNoOvertaking() {
        PendingCall slow = send();
        PendingCall next = send();
        beQuiet();
        reply(next);
        assertTrue(detector.isBlocked());
        reply(slow);
        assertFalse(detector.isBlocked());
    }
}
