package io.grizzlythrift.bench.compare;

import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.results.Figure;
import io.grizzlythrift.bench.results.LoadFigures;
import io.grizzlythrift.bench.results.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Table of the results of several contenders. The others are compared with the first. */
public final class CompareTable {
    private static final List<Figure<LoadResult>> COMPARED =
            List.of(LoadFigures.CALLS, LoadFigures.SERVER_CPU, LoadFigures.CLIENT_CPU, LoadFigures.P50);
    private static final List<Figure<LoadResult>> COLUMNS = Stream.of(COMPARED, LoadFigures.LATENCIES)
            .flatMap(List::stream)
            .distinct()
            .toList();

    private final List<List<String>> rows = new ArrayList<>();
    private List<LoadResult> first = List.of();

    /**
     * Creates a table without rows.
     *
     * @param what heading of the first column: server or client
     */
    public CompareTable(String what) {
        List<String> head = new ArrayList<>(List.of(what));
        for (Figure<LoadResult> column : COLUMNS) {
            head.add(column.head());
            if (COMPARED.contains(column)) {
                head.add("ratio");
            }
        }
        head.add("errors");
        rows.add(head);
    }

    /**
     * Adds a contender. Invalid runs are counted as errors, and their figures are left out.
     *
     * @param name name of the contender
     * @param results results of all its runs
     */
    public void add(String name, List<LoadResult> results) {
        List<LoadResult> valid = results.stream().filter(LoadResult::valid).toList();
        if (rows.size() == 1) {
            first = valid;
        }
        List<String> row = new ArrayList<>(List.of(name));
        for (Figure<LoadResult> column : COLUMNS) {
            Spread spread = column.spread(valid);
            row.add(spread.text(column.format()));
            if (COMPARED.contains(column)) {
                double ratio = spread.median() / column.spread(first).median();
                row.add(String.format(Locale.ROOT, "%.4g", ratio));
            }
        }
        int invalid = results.size() - valid.size();
        row.add(invalid == 0 ? "none" : invalid + " INVALID of " + results.size());
        rows.add(row);
    }

    /** {@return the table as text, one line per contender, with each figure as median (min-max)} */
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
