package io.grizzlythrift.bench.chaos;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.bench.chaos.child.Latencies;
import io.grizzlythrift.bench.chaos.child.PhaseCalls;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Writes that ran, compared with the reports of clients. */
public final class WriteAuditTest {
    private static final String NO_LATENCIES = Latencies.encode(Latencies.empty());

    private static PhaseCalls writes(List<Long> acknowledged, List<Long> notRun, List<Long> unknown) {
        return new PhaseCalls(
                0, 0, 0, acknowledged, notRun, unknown, NO_LATENCIES, NO_LATENCIES, Map.of(), Map.of("write X", 1L));
    }

    /** Finds each kind of forbidden write, whatever the client reports. */
    @Test
    public void findsWhatMustNotBe() {
        WriteAudit audit = new WriteAudit();
        for (long id : new long[] {1, 2, 2, 4, 4, 5, 6, 6, 7, 10}) {
            audit.ran(id);
        }
        PhaseCalls calls = writes(List.of(1L, 2L, 3L), List.of(4L, 5L, 8L), List.of(6L, 7L, 9L));
        assertEquals(audit.twice(calls), 3, "2, 4 and 6");
        assertEquals(audit.lost(calls), 1, "3");
        assertEquals(audit.ranAfterAll(calls), 2, "4 and 5");
        assertEquals(audit.unknownThatRan(calls), 2, "6 and 7");
        PhaseResult result =
                PhaseResult.of("test", 1, List.of(calls, writes(List.of(10L), List.of(), List.of())), audit);
        assertEquals(result.writes(), 10);
        assertEquals(result.writesTwice(), 3);
        assertEquals(result.failures(), Map.of("write X", 2L));
        assertEquals(result.kept(), false);
    }

    /** Accepts writes that ran once and had a reply, and writes with an unknown outcome that ran at most once. */
    @Test
    public void acceptsWhatMayBe() {
        WriteAudit audit = new WriteAudit();
        audit.ran(1);
        audit.ran(3);
        PhaseCalls calls = writes(List.of(1L), List.of(2L), List.of(3L, 4L));
        assertEquals(PhaseResult.of("test", 1, List.of(calls), audit).kept(), true);
    }
}
