package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.RowResult;
import io.grizzlythrift.bench.results.Scorecard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Creates the tables of a scorecard.
 *
 * @param card the scorecard
 */
record ScorecardTables(Scorecard card) {
    static ScorecardTables read(Path file) throws IOException {
        return new ScorecardTables(ResultFiles.read(file, Scorecard.class));
    }

    /** {@return where and when it was made, and one line per kind of abuse} */
    String summary() {
        return occasion() + "\n\n" + kinds();
    }

    private String occasion() {
        List<RowResult> rows = card.rows();
        Machine machine = card.machine();
        long held = rows.stream().filter(RowResult::held).count();
        String versions = new TreeMap<>(machine.versions())
                .entrySet().stream()
                        .map(version -> version.getKey() + " " + version.getValue())
                        .collect(Collectors.joining(", "));
        return MarkdownTable.escaped(String.format(
                Locale.ROOT,
                "%d of %d runs held, %s, ended at %s on %s, %d cores, %s, %s, %s.",
                held,
                rows.size(),
                card.soak() ? "in full sizes" : "scaled down",
                card.date(),
                machine.processor(),
                machine.cores(),
                machine.os(),
                machine.java(),
                versions));
    }

    private String kinds() {
        Map<String, List<RowResult>> abuses = new LinkedHashMap<>();
        card.rows()
                .forEach(row -> abuses.computeIfAbsent(row.row() + what(row), first -> new ArrayList<>())
                        .add(row));
        MarkdownTable table = MarkdownTable.ofWords(List.of("Row", "What was done", "What must hold", "Held"));
        abuses.values().forEach(runs -> {
            RowResult first = runs.get(0);
            table.add(List.of(Integer.toString(first.row()), what(first), first.mustHold(), outcome(runs)));
        });
        return table.toString();
    }

    private static String outcome(List<RowResult> runs) {
        List<String> failed = runs.stream()
                .filter(run -> !run.held())
                .map(ScorecardTables::where)
                .toList();
        String count = runs.size() - failed.size() + " of " + runs.size();
        return failed.isEmpty() ? count : count + ", not on " + String.join(", ", failed);
    }

    /** {@return all rows with their figures} */
    String rows() {
        MarkdownTable table =
                MarkdownTable.ofWords(List.of("Row", "What was done", "Server", "Size", "Held", "Figures", "Seconds"));
        card.rows()
                .forEach(row -> table.add(List.of(
                        Integer.toString(row.row()),
                        what(row),
                        where(row),
                        String.format(Locale.ROOT, "%,d", row.size()),
                        row.held() ? "yes" : "no: " + row.problem(),
                        row.figures().entrySet().stream()
                                .map(figure -> figure.getKey() + " " + figure.getValue())
                                .collect(Collectors.joining(", ")),
                        String.format(Locale.ROOT, "%.1f", row.seconds()))));
        return table.toString();
    }

    private static String what(RowResult row) {
        return row.variant().isEmpty() ? row.inject() : row.inject() + ": " + row.variant();
    }

    private static String where(RowResult row) {
        String transport = row.transport().toUpperCase(Locale.ROOT);
        return row.transport().equals("plain") ? row.strategy() : row.strategy() + " with " + transport;
    }
}
