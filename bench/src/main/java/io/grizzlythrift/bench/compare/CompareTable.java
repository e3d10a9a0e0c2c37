package io.grizzlythrift.bench.compare;

import io.grizzlythrift.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results of several servers side by side; the first is the one that the others are compared to. */
public final class CompareTable {
    private static final List<String> HEAD = List.of(
            "server", "calls/s", "server us/call", "ratio", "client us/call", "p50 us", "p99 us", "max us", "errors");

    private final List<List<String>> rows = new ArrayList<>(List.of(HEAD));
    private double first = Double.NaN;

    /** Makes a table without servers. */
    public CompareTable() {}

    /**
     * Adds a server. Invalid runs are counted as errors, and their figures are left out.
     *
     * @param name what to call it
     * @param results all its runs
     */
    public void add(String name, List<LoadResult> results) {
        List<LoadResult> valid = results.stream().filter(LoadResult::valid).toList();
        Spread cpu = Spread.of(valid, LoadResult::serverCpuMicrosPerCall);
        if (rows.size() == 1) {
            first = cpu.median();
        }
        int invalid = results.size() - valid.size();
        rows.add(List.of(
                name,
                Spread.of(valid, LoadResult::callsPerSecond).text("%,.0f"),
                cpu.text("%.3f"),
                String.format(Locale.ROOT, "%.3f", cpu.median() / first),
                Spread.of(valid, LoadResult::clientCpuMicrosPerCall).text("%.3f"),
                Spread.of(valid, result -> result.latency().p50()).text("%,.0f"),
                Spread.of(valid, result -> result.latency().p99()).text("%,.0f"),
                Spread.of(valid, result -> result.latency().max()).text("%,.0f"),
                invalid == 0 ? "none" : invalid + " INVALID of " + results.size()));
    }

    /** The table as text, one line per server, each figure as median (min-max). */
    @Override
    public String toString() {
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(String.format(Locale.ROOT, "%-" + widths[i] + "s  ", row.get(i)));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
