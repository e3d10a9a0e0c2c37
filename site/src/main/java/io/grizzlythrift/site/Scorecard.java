package io.grizzlythrift.site;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.load.Machine;
import io.grizzlythrift.bench.report.MarkdownTable;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.commonmark.node.Node;

/**
 * What server and client were seen to withstand.
 *
 * @param date when it ended, ISO 8601
 * @param soak whether in full sizes
 * @param machine where
 * @param rows each with one strategy and transport
 */
record Scorecard(String date, boolean soak, Machine machine, List<Row> rows) {
    Scorecard {
        requireNonNull(date, "date");
        requireNonNull(machine, "machine");
        rows = List.copyOf(rows);
    }

    /**
     * One abuse of one server.
     *
     * @param row its number
     * @param inject what was done
     * @param mustHold what must hold
     * @param variant how it was done; empty if in one way only
     * @param strategy of the server
     * @param transport plain or tls
     * @param size how much of it
     * @param held whether it held
     * @param problem why not; empty if it did
     * @param seconds how long it took
     * @param figures what was measured
     */
    record Row(
            int row,
            String inject,
            String mustHold,
            String variant,
            String strategy,
            String transport,
            long size,
            boolean held,
            String problem,
            double seconds,
            Map<String, String> figures) {
        private String what() {
            return variant.isEmpty() ? inject : inject + ": " + variant;
        }

        private String where() {
            return transport.equals("plain") ? strategy : strategy + " with " + transport.toUpperCase(Locale.ROOT);
        }
    }

    static Scorecard read(Path file) throws IOException {
        return ResultFiles.read(file, Scorecard.class);
    }

    /** Puts it before a node: a line for each abuse, and every figure folded away. */
    void insertBefore(Node place) {
        Markdown.insertBefore(place, occasion());
        Markdown.insertBefore(place, summary());
        place.insertBefore(Markdown.html("<details><summary>Every row with its figures</summary>"));
        Markdown.insertBefore(place, all());
        place.insertBefore(Markdown.html("</details>"));
    }

    private String occasion() {
        long held = rows.stream().filter(Row::held).count();
        String versions = new TreeMap<>(machine.versions())
                .entrySet().stream()
                        .map(version -> version.getKey() + " " + version.getValue())
                        .collect(Collectors.joining(", "));
        return MarkdownTable.escaped(String.format(
                Locale.ROOT,
                "%d of %d runs held, %s, ended at %s on %s, %d cores, %s, %s, %s.",
                held,
                rows.size(),
                soak ? "in full sizes" : "scaled down",
                date,
                machine.processor(),
                machine.cores(),
                machine.os(),
                machine.java(),
                versions));
    }

    private String summary() {
        Map<String, List<Row>> abuses = new LinkedHashMap<>();
        rows.forEach(row -> abuses.computeIfAbsent(row.row() + row.what(), first -> new ArrayList<>())
                .add(row));
        MarkdownTable table = MarkdownTable.ofWords(List.of("Row", "What was done", "What must hold", "Held"));
        abuses.values().forEach(runs -> {
            Row first = runs.get(0);
            table.add(List.of(Integer.toString(first.row()), first.what(), first.mustHold(), outcome(runs)));
        });
        return table.toString();
    }

    private static String outcome(List<Row> runs) {
        List<String> failed =
                runs.stream().filter(run -> !run.held()).map(Row::where).toList();
        String count = runs.size() - failed.size() + " of " + runs.size();
        return failed.isEmpty() ? count : count + ", not on " + String.join(", ", failed);
    }

    private String all() {
        MarkdownTable table =
                MarkdownTable.ofWords(List.of("Row", "What was done", "Server", "Size", "Held", "Figures", "Seconds"));
        rows.forEach(row -> table.add(List.of(
                Integer.toString(row.row()),
                row.what(),
                row.where(),
                String.format(Locale.ROOT, "%,d", row.size()),
                row.held() ? "yes" : "no: " + row.problem(),
                row.figures().entrySet().stream()
                        .map(figure -> figure.getKey() + " " + figure.getValue())
                        .collect(Collectors.joining(", ")),
                String.format(Locale.ROOT, "%.1f", row.seconds()))));
        return table.toString();
    }
}
