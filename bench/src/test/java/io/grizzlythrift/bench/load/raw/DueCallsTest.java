package io.grizzlythrift.bench.load.raw;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.load.plan.Schedule;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** A connection sends the calls that are due, as far as there is room in flight. */
public final class DueCallsTest {
    private final Schedule schedule = new Schedule(1000, 0, 10);

    /** Each connection takes its own calls of the schedule. */
    @Test
    public void takesWhatIsDue() {
        SendTimes times = new SendTimes(2);
        DueCalls calls = new DueCalls(schedule, 1, 3, 2);
        assertEquals(calls.take(1009, times::sent), 0);
        assertEquals(calls.take(1010, times::sent), 1);
        assertEquals(calls.take(1010, times::sent), 0, "it is taken");
        assertEquals(calls.take(1039, times::sent), 0);
        assertEquals(calls.take(1040, times::sent), 1);
        assertEquals(received(times, 2), List.of("1@1010", "1@1040"));
    }

    /** Calls that had to wait for room are sent with the time when they were due. */
    @Test
    public void overdueCallsFollowReplies() {
        SendTimes times = new SendTimes(2);
        DueCalls calls = new DueCalls(schedule, 0, 1, 2);
        assertEquals(calls.take(1045, times::sent), 2, "two of five");
        assertEquals(calls.take(1046, times::sent), 0, "no place");
        assertEquals(received(times, 1), List.of("1@1000"));
        calls.answered(1);
        assertEquals(calls.take(1047, times::sent), 1);
        assertEquals(received(times, 2), List.of("1@1010", "1@1020"));
        calls.answered(2);
        assertEquals(calls.take(1048, times::sent), 2);
        assertEquals(received(times, 2), List.of("1@1030", "1@1040"));
        calls.answered(2);
        assertEquals(calls.take(1049, times::sent), 0, "nothing is overdue any more");
        assertEquals(calls.take(1050, times::sent), 1);
    }

    private static List<String> received(SendTimes times, int count) {
        List<String> groups = new ArrayList<>();
        times.received(count, (due, calls) -> groups.add(calls + "@" + due));
        return groups;
    }
}
