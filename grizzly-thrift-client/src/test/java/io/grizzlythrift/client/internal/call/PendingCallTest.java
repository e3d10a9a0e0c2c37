package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.RecordedCall;
import java.time.Duration;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests the states of a call and the transitions between them. */
public class PendingCallTest {
    private enum Step {
        BEGIN_SENDING {
            @Override
            int take(PendingCall call) {
                return call.beginSending() ? 1 : 0;
            }
        },
        END {
            @Override
            int take(PendingCall call) {
                return call.end() ? 1 : 0;
            }
        },
        GIVE_UP {
            @Override
            int take(PendingCall call) {
                return call.abandon();
            }
        };

        /** Returns the result of the transition, true as 1. */
        abstract int take(PendingCall call);
    }

    private static PendingCall in(int state) {
        PendingCall call = new RecordedCall();
        switch (state) {
            case PendingCall.SENT -> call.beginSending();
            case PendingCall.ENDED -> call.abandon();
            case PendingCall.ABANDONED -> {
                call.beginSending();
                call.abandon();
            }
            default -> {}
        }
        assertEquals(call.state(), state);
        return call;
    }

    @DataProvider
    static Object[][] steps() {
        return new Object[][] {
            {PendingCall.NEW, Step.BEGIN_SENDING, 1, PendingCall.SENT},
            {PendingCall.SENT, Step.BEGIN_SENDING, 0, PendingCall.SENT},
            {PendingCall.ENDED, Step.BEGIN_SENDING, 0, PendingCall.ENDED},
            {PendingCall.ABANDONED, Step.BEGIN_SENDING, 0, PendingCall.ABANDONED},
            {PendingCall.NEW, Step.END, 0, PendingCall.NEW},
            {PendingCall.SENT, Step.END, 1, PendingCall.ENDED},
            {PendingCall.ENDED, Step.END, 0, PendingCall.ENDED},
            {PendingCall.ABANDONED, Step.END, 0, PendingCall.ABANDONED},
            {PendingCall.NEW, Step.GIVE_UP, PendingCall.NEW, PendingCall.ENDED},
            {PendingCall.SENT, Step.GIVE_UP, PendingCall.SENT, PendingCall.ABANDONED},
            {PendingCall.ENDED, Step.GIVE_UP, PendingCall.ENDED, PendingCall.ENDED},
            {PendingCall.ABANDONED, Step.GIVE_UP, PendingCall.ABANDONED, PendingCall.ABANDONED}
        };
    }

    @Test(dataProvider = "steps")
    void transitionsApplyOnlyInTheirStates(int before, Step step, int returned, int after) {
        PendingCall call = in(before);
        assertEquals(step.take(call), returned);
        assertEquals(call.state(), after);
    }

    @Test
    void transitionsDoNotNotifyTheCaller() {
        RecordedCall call = new RecordedCall();
        call.beginSending();
        call.end();
        call.abandon();
        assertEquals(call.endings(), 0);
    }

    @Test
    void theDeadlineFollowsFromTheStart() {
        PendingCall call = new RecordedCall(false, 700, 1_000);
        assertEquals(call.timeout(), Duration.ofNanos(700));
        assertEquals(call.deadline(), 1_700);
        assertEquals(call.sendBy(), 1_700);
    }

    @Test
    void sendingEndsAtTheDeadline() {
        PendingCall call = new RecordedCall(false, 700, 1_000);
        call.sendBy(2_000);
        assertEquals(call.sendBy(), 1_700);
        call.sendBy(1_200);
        assertEquals(call.sendBy(), 1_200);
        assertEquals(call.deadline(), 1_700);
    }

    @Test
    void aFrameIsKeptUntilItIsReleased() {
        PendingCall call = new RecordedCall();
        CallBuffer buffer = new CallBuffer(new byte[32]);
        call.frame(buffer, 7, 20, 4);
        assertSame(call.buffer(), buffer);
        assertEquals(call.frameOffset(), 7);
        assertEquals(call.frameLength(), 20);
        assertEquals(call.messageBytes(), 16);
        call.releaseFrame();
        assertNull(call.buffer());
    }

    @Test
    void onewayIsKnownFromTheStart() {
        assertTrue(new RecordedCall(true, 1, 0).isOneway());
        assertFalse(new RecordedCall(false, 1, 0).isOneway());
    }
}
