package io.grizzlythrift.samples.mapkeeper.ycsb;

import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Table of the figures of all strategies, one line per strategy. */
final class ResultTable {
    private final List<String> lines = new ArrayList<>();

    ResultTable() {
        lines.add("                                READ, microseconds        UPDATE, microseconds");
        lines.add("strategy         operations/s     mean     p95     p99      mean     p95     p99   failed");
    }

    /** Adds a line: the figures of the run phase, and the failures of both phases. */
    void add(String strategy, PhaseResult run, long failed) {
        lines.add(String.format(Locale.ROOT, "%-16s %12s", strategy, number(run.operationsPerSecond()))
                + columns(run.report().latency("READ"))
                + columns(run.report().latency("UPDATE"))
                + String.format(Locale.ROOT, " %,8d", failed));
    }

    List<String> lines() {
        return lines;
    }

    private static String columns(Latency latency) {
        return String.format(
                Locale.ROOT, "  %7s %7s %7s", number(latency.mean()), number(latency.p95()), number(latency.p99()));
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }
}
