package io.grizzlythrift.client.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.internal.io.ClockedTimers;
import io.grizzlythrift.client.internal.io.TimerThread;
import io.grizzlythrift.client.testing.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests deadlines with a clock that the test advances and timers that it runs. */
public class CallDeadlinesTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(TimerThread.TICK_MILLIS);
    private static final int LIMIT = 8;

    private AtomicLong clock;
    private TimerThread timers;
    private InFlightTable calls;
    private CallDeadlines deadlines;
    private List<PendingCall> overdue;

    @BeforeMethod
    void setUp() {
        clock = new AtomicLong(12_345_678_901L);
        timers = ClockedTimers.create(clock::get);
        calls = new InFlightTable(LIMIT);
        overdue = new ArrayList<>();
        deadlines = new CallDeadlines(timers, clock::get, calls, new CallDeadlines.Listener() {
            @Override
            public void overdue(PendingCall call, long now) {
                call.abandon();
                calls.remove(call);
                overdue.add(call);
            }

            @Override
            public void overdueEnded() {}
        });
    }

    @AfterMethod
    void closeTimers() {
        timers.close();
    }

    private PendingCall begin(int seconds) {
        PendingCall call = new RecordedCall(false, seconds * SECOND, clock.get());
        assertTrue(calls.register(call, null) >= 0, "no slot is free");
        return call;
    }

    /** Runs what is due and returns the calls that were reported as overdue. */
    private List<PendingCall> advanceTo(long time) {
        overdue.clear();
        clock.set(time);
        timers.advance();
        return overdue;
    }

    @DataProvider
    static Object[][] orders() {
        return new Object[][] {
            {List.of(1, 2, 3)},
            {List.of(1, 3, 2)},
            {List.of(2, 1, 3)},
            {List.of(2, 3, 1)},
            {List.of(3, 1, 2)},
            {List.of(3, 2, 1)}
        };
    }

    @Test(dataProvider = "orders")
    void eachCallIsOverdueAtItsOwnDeadline(List<Integer> seconds) {
        List<PendingCall> begun = seconds.stream().map(this::begin).toList();
        begun.forEach(deadlines::watch);
        long start = clock.get();
        for (int second = 1; second <= seconds.size(); second++) {
            long deadline = start + second * SECOND;
            assertEquals(advanceTo(deadline - 1), List.of());
            assertEquals(advanceTo(deadline + TICK), List.of(begun.get(seconds.indexOf(second))));
        }
        assertEquals(calls.size(), 0);
    }

    @Test
    void aCallThatWasSentInTimeMayTakeUntilItsDeadline() {
        PendingCall sent = begin(3);
        PendingCall queued = begin(3);
        long start = clock.get();
        for (PendingCall call : List.of(sent, queued)) {
            call.sendBy(start + SECOND);
            deadlines.watch(call);
        }
        assertTrue(sent.beginSending());
        assertEquals(advanceTo(start + SECOND + TICK), List.of(queued));
        assertEquals(advanceTo(start + 3 * SECOND - 1), List.of());
        assertEquals(advanceTo(start + 3 * SECOND + TICK), List.of(sent));
    }
}
