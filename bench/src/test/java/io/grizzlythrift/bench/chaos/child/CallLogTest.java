package io.grizzlythrift.bench.chaos.child;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.gen.Served;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.testng.annotations.Test;

/** Outcomes of calls, by the phase in which they started. */
public final class CallLogTest {
    private final AtomicLong retries = new AtomicLong(5);
    private final AtomicLong millis = new AtomicLong(1_000);
    private final List<Throwable> traces = new ArrayList<>();
    private final CallLog log = new CallLog(() -> Map.of("retries", retries.get()), millis::get, 1_000, 2, traces::add);

    private static CallFailedException failure(FailureCause cause, boolean mayHaveRun) {
        return new CallFailedException(cause, "write", "here:1", mayHaveRun, "a test", null);
    }

    /** Each outcome is counted in the phase in which the call started. */
    @Test
    public void countsByPhase() {
        CallLog.Call late = log.begin(1, true, 0);
        log.begin(2, false, 0).ended(new Served(2, 1), null, TimeUnit.MILLISECONDS.toNanos(3));
        retries.set(7);
        log.nextPhase();
        millis.set(1_000 + 2 * ClientReport.SLOT_MILLIS);
        late.ended(new Served(1, 2), null, 0);
        log.begin(3, true, 0).ended(null, failure(FailureCause.CONNECT_FAILED, false), 0);
        log.begin(4, true, 0).ended(null, failure(FailureCause.TIMED_OUT, true), 0);
        log.begin(5, true, 0).ended(null, new IllegalStateException("no reply that we know"), 0);
        log.begin(6, false, 0).ended(null, failure(FailureCause.TIMED_OUT, true), 0);
        log.begin(7, false, 0).ended(new Served(8, 2), null, 0);

        ClientReport report = log.report();
        assertEquals(report.served(), List.of(List.of(0, 1, 0), List.of(0, 0, 0), List.of(0, 0, 2)));
        PhaseCalls first = report.phases().get(0);
        assertEquals(first.acknowledged(), List.of(1L));
        assertEquals(first.reads(), 1);
        assertEquals(first.counters(), Map.of("retries", 2L));
        assertEquals(Latencies.decode(first.readMicros()).getMaxValue() / 100, 30);
        PhaseCalls second = report.phases().get(1);
        assertEquals(second.acknowledged(), List.of());
        assertEquals(second.notRun(), List.of(3L));
        assertEquals(second.unknown(), List.of(4L, 5L), "of what is not known to have failed, it is not known, either");
        assertEquals(second.reads(), 2);
        assertEquals(second.readsFailed(), 1);
        assertEquals(second.wrongReplies(), 1);
        assertEquals(
                second.failures(),
                Map.of(
                        "write CONNECT_FAILED", 1L,
                        "write TIMED_OUT", 1L,
                        "write IllegalStateException", 1L,
                        "read TIMED_OUT", 1L));
        assertEquals(second.counters(), Map.of("retries", 0L));
        assertEquals(traces.size(), 4);
    }
}
