package io.grizzlythrift.samples.mapkeeper;

import io.grizzlythrift.samples.mapkeeper.YcsbReport.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of the strategies, side by side. */
final class ResultTable {
    private final List<String> lines = new ArrayList<>();

    ResultTable() {
        lines.add("                                READ, microseconds        UPDATE, microseconds");
        lines.add("strategy         operations/s     mean     p95     p99      mean     p95     p99   failed");
    }

    /** Adds a strategy: the figures are those of the run, the failures those of both phases. */
    void add(String strategy, YcsbReport run, long failed) {
        lines.add(String.format(Locale.ROOT, "%-16s %12s", strategy, number(run.operationsPerSecond()))
                + latency(run.latency("READ"))
                + latency(run.latency("UPDATE"))
                + String.format(Locale.ROOT, " %,8d", failed));
    }

    List<String> lines() {
        return lines;
    }

    private static String latency(Latency latency) {
        return String.format(
                Locale.ROOT, "  %7s %7s %7s", number(latency.mean()), number(latency.p95()), number(latency.p99()));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
