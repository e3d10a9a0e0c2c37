package io.grizzlythrift.bench.compare;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.load.LatencyMicros;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.service.Method;
import java.util.List;
import org.testng.annotations.Test;

/** Medians, and their ratios to the first line. */
public final class CompareTableTest {
    /** Every compared figure is followed by its ratio; invalid runs are ignored. */
    @Test
    public void comparesMediansOfValidRuns() {
        CompareTable table = new CompareTable("client");
        table.add("one", List.of(result(true, 100), result(true, 400), result(true, 200)));
        table.add("two", List.of(result(true, 5000), result(false, 1)));
        List<String> lines = table.toString().lines().toList();
        assertEquals(lines.size(), 3);
        assertTrue(lines.get(0).matches("client +calls/s +ratio +server us/call +ratio +client us/call +ratio +p50.*"));
        assertTrue(lines.get(1).matches("one +200 \\(100-400\\) +1\\.000 .* none"), lines.get(1));
        assertTrue(lines.get(2).matches("two +5,000 \\(5,000-5,000\\) +25\\.00 .* 1 INVALID of 2"), lines.get(2));
    }

    private static LoadResult result(boolean valid, double callsPerSecond) {
        LoadPlan plan = LoadPlan.builder("127.0.0.1", 1).method(Method.PING).build();
        return new LoadResult(
                "2026-01-01T00:00:00Z",
                "raw",
                plan,
                valid,
                valid ? 0 : 1,
                "",
                10,
                1,
                callsPerSecond,
                5,
                1.5,
                2.5,
                2,
                1,
                0,
                0,
                new LatencyMicros(1, 1, 1, 1, 2, 2, 3, 4, 5),
                Double.NaN,
                Machine.here());
    }
}
