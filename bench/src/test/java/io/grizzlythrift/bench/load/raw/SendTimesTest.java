package io.grizzlythrift.bench.load.raw;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

/** Replies are matched to their send times, first in, first out. */
public final class SendTimesTest {
    /** Groups are split and joined as replies arrive, across the end of the ring. */
    @Test
    public void matchesInOrder() {
        SendTimes times = new SendTimes(3);
        List<String> seen = new ArrayList<>();
        SendTimes.Sink sink = (sent, count) -> seen.add(count + "@" + sent);
        times.sent(3, 10);
        times.received(1, sink);
        times.sent(1, 20);
        times.received(1, sink);
        times.sent(1, 30);
        times.received(3, sink);
        times.sent(3, 40);
        times.received(3, sink);
        assertEquals(seen, List.of("1@10", "1@10", "1@10", "1@20", "1@30", "3@40"));
    }

    /** If a server sends more replies than there were calls, the run fails instead of giving a wrong figure. */
    @Test
    public void refusesMoreRepliesThanCalls() {
        SendTimes times = new SendTimes(2);
        times.sent(2, 1);
        assertThrows(IllegalStateException.class, () -> times.received(3, (sent, count) -> {}));
    }
}
