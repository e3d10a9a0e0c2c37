package io.grizzlythrift.testkit;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertThrows;

import io.grizzlythrift.testkit.internal.CallLog;
import java.time.Duration;
import java.util.List;
import org.testng.annotations.Test;

/** The bounds of the log. Its other properties are tested with the servers. */
public class CallLogTest {
    private record Call(int number, long bytes) {}

    private final CallLog<Call> log =
            new CallLog<>(call -> List.of("call"), Call::bytes, () -> "", Duration.ofSeconds(20));

    @Test
    public void dropsTheOldestCalls() {
        add(CallLog.MAX_CALLS, 1);
        assertEquals(log.all().size(), CallLog.MAX_CALLS);
        add(1, 1);

        assertEquals(log.all().size(), CallLog.MAX_CALLS / 2 + 1);
        assertEquals(log.count("call"), CallLog.MAX_CALLS + 1);
        assertEquals(log.await("call", CallLog.MAX_CALLS + 1).number, CallLog.MAX_CALLS + 1);
        assertThrows(IllegalStateException.class, () -> log.await("call", 1));
        log.clear();
        add(2, CallLog.MAX_BYTES);
        assertEquals(log.all().size(), 1);
        assertEquals(log.await("call", 2).number, 2);
    }

    private void add(int calls, long bytes) {
        for (int i = 0; i < calls; i++) {
            log.add("call", number -> new Call(number, bytes));
        }
    }
}
