package io.grizzlythrift.client.inflight;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertSame;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.testing.RecordedCall;
import java.time.Duration;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The states of a call, and what leads from one to the next. */
public class CallTest {
    private enum Step {
        BEGIN_SENDING {
            @Override
            int take(Call call) {
                return call.beginSending() ? 1 : 0;
            }
        },
        END {
            @Override
            int take(Call call) {
                return call.end() ? 1 : 0;
            }
        },
        GIVE_UP {
            @Override
            int take(Call call) {
                return call.giveUp();
            }
        };

        /** What the step returns, true as 1. */
        abstract int take(Call call);
    }

    private static Call in(int state) {
        Call call = new RecordedCall();
        switch (state) {
            case Call.SENT -> call.beginSending();
            case Call.ENDED -> call.giveUp();
            case Call.ABANDONED -> {
                call.beginSending();
                call.giveUp();
            }
            default -> {}
        }
        assertEquals(call.state(), state);
        return call;
    }

    @DataProvider
    static Object[][] steps() {
        return new Object[][] {
            {Call.QUEUED, Step.BEGIN_SENDING, 1, Call.SENT},
            {Call.SENT, Step.BEGIN_SENDING, 0, Call.SENT},
            {Call.ENDED, Step.BEGIN_SENDING, 0, Call.ENDED},
            {Call.ABANDONED, Step.BEGIN_SENDING, 0, Call.ABANDONED},
            {Call.QUEUED, Step.END, 0, Call.QUEUED},
            {Call.SENT, Step.END, 1, Call.ENDED},
            {Call.ENDED, Step.END, 0, Call.ENDED},
            {Call.ABANDONED, Step.END, 0, Call.ABANDONED},
            {Call.QUEUED, Step.GIVE_UP, Call.QUEUED, Call.ENDED},
            {Call.SENT, Step.GIVE_UP, Call.SENT, Call.ABANDONED},
            {Call.ENDED, Step.GIVE_UP, Call.ENDED, Call.ENDED},
            {Call.ABANDONED, Step.GIVE_UP, Call.ABANDONED, Call.ABANDONED}
        };
    }

    @Test(dataProvider = "steps")
    void aStepIsTakenFromTheStatesThatItIsMeantFor(int before, Step step, int returned, int after) {
        Call call = in(before);
        assertEquals(step.take(call), returned);
        assertEquals(call.state(), after);
    }

    @Test
    void stepsTellTheCallerNothingByThemselves() {
        RecordedCall call = new RecordedCall();
        call.beginSending();
        call.end();
        call.giveUp();
        assertEquals(call.endings(), 0);
    }

    @Test
    void theDeadlineFollowsFromTheBegin() {
        Call call = new RecordedCall(false, 700, 1_000);
        assertEquals(call.timeout(), Duration.ofNanos(700));
        assertEquals(call.deadline(), 1_700);
        assertEquals(call.sendBy(), 1_700);
    }

    @Test
    void aCallIsSentByItsDeadlineAtTheLatest() {
        Call call = new RecordedCall(false, 700, 1_000);
        call.sendBy(2_000);
        assertEquals(call.sendBy(), 1_700);
        call.sendBy(1_200);
        assertEquals(call.sendBy(), 1_200);
        assertEquals(call.deadline(), 1_700);
    }

    @Test
    void aFrameIsKeptUntilItIsReleased() {
        Call call = new RecordedCall();
        byte[] array = new byte[32];
        call.frame(array, 7, 20);
        assertSame(call.frame(), array);
        assertEquals(call.frameOffset(), 7);
        assertEquals(call.frameLength(), 20);
        call.releaseFrame();
        assertNull(call.frame());
    }

    @Test
    void onewayIsSaidAtTheBegin() {
        assertTrue(new RecordedCall(true, 1, 0).isOneway());
        assertFalse(new RecordedCall(false, 1, 0).isOneway());
    }
}
