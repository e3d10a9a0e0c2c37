package io.grizzlythrift.bench.compare;

import io.grizzlythrift.bench.load.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Results of several contenders side by side; the first is the one that the others are compared to. */
public final class CompareTable {
    /** A figure of a run, and how the table shows it. */
    private record Column(String head, ToDoubleFunction<LoadResult> figure, String format, boolean compared) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("calls/s", LoadResult::callsPerSecond, "%,.0f", true),
            new Column("server us/call", LoadResult::serverCpuMicrosPerCall, "%.3f", true),
            new Column("client us/call", LoadResult::clientCpuMicrosPerCall, "%.3f", true),
            new Column("p50 us", result -> result.latency().p50(), "%,.1f", true),
            new Column("p90 us", result -> result.latency().p90(), "%,.1f", false),
            new Column("p99 us", result -> result.latency().p99(), "%,.1f", false),
            new Column("p99.9 us", result -> result.latency().p999(), "%,.0f", false),
            new Column("max us", result -> result.latency().max(), "%,.0f", false));

    private final List<List<String>> rows = new ArrayList<>();
    private List<LoadResult> first = List.of();

    /**
     * Makes a table without rows.
     *
     * @param what what the rows are: servers, or clients
     */
    public CompareTable(String what) {
        List<String> head = new ArrayList<>(List.of(what));
        for (Column column : COLUMNS) {
            head.add(column.head);
            if (column.compared) {
                head.add("ratio");
            }
        }
        head.add("errors");
        rows.add(head);
    }

    /**
     * Adds a contender. Invalid runs are counted as errors, and their figures are left out.
     *
     * @param name what to call it
     * @param results all its runs
     */
    public void add(String name, List<LoadResult> results) {
        List<LoadResult> valid = results.stream().filter(LoadResult::valid).toList();
        if (rows.size() == 1) {
            first = valid;
        }
        List<String> row = new ArrayList<>(List.of(name));
        for (Column column : COLUMNS) {
            Spread spread = Spread.of(valid, column.figure);
            row.add(spread.text(column.format));
            if (column.compared) {
                double ratio = spread.median() / Spread.of(first, column.figure).median();
                row.add(String.format(Locale.ROOT, "%.4g", ratio));
            }
        }
        int invalid = results.size() - valid.size();
        row.add(invalid == 0 ? "none" : invalid + " INVALID of " + results.size());
        rows.add(row);
    }

    /** The table as text, one line per contender, each figure as median (min-max). */
    @Override
    public String toString() {
        int[] widths = new int[rows.get(0).size()];
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
