package io.grizzlythrift.bench.figures;

import io.grizzlythrift.bench.chaos.ChaosResult;
import io.grizzlythrift.bench.chaos.ChaosTable;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.report.CodeChanges;
import io.grizzlythrift.bench.report.Report;
import io.grizzlythrift.bench.report.Results;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes whole parts of pages, from results and sources. */
final class Inserts {
    /** The markers, each on a line of its own; some have the name of results behind them. */
    static final Set<String> KINDS = Set.of("code", "results", "chart", "scorecard", "chaos", "packages");

    /** Results as a page of {@code site/src/pages} names them. */
    private static final String FROM_PAGES = "../../results/";

    private final Path root;
    private final Path results;

    Inserts(Path results, Path root) {
        this.results = results;
        this.root = root;
    }

    /**
     * Returns what belongs behind a marker.
     *
     * @param kind one of {@link #KINDS}
     * @param content the rest of the marker
     * @return Markdown
     * @throws IllegalArgumentException if the content does not exist
     */
    String markdown(String kind, String content) throws IOException {
        return switch (kind) {
            case "code" -> "\n" + new Samples(root).block(content);
            case "results" -> block(results(content));
            case "chart" -> {
                String[] words = content.split(" ", 2);
                yield block(chart(words[0], words.length == 2 ? words[1] : ""));
            }
            case "scorecard" -> {
                ScorecardTables tables =
                        ScorecardTables.read(folder("scorecard").resolve("scorecard.json"));
                yield block(content.equals("rows") ? tables.rows() : tables.summary());
            }
            case "chaos" -> block(chaos());
            case "packages" -> block(PackageTable.of(root));
            default -> throw new IllegalArgumentException("there is no marker " + kind);
        };
    }

    private static String block(String markdown) {
        return "\n\n" + markdown.strip() + "\n\n";
    }

    /** Returns when results were measured, their first chart, and a link to all of them. */
    private String results(String name) throws IOException {
        Path folder = folder(name);
        Results read = Results.read(folder);
        StringBuilder text = new StringBuilder();
        CodeChanges.read(results.resolve("changes.txt"))
                .since(read.firstDay())
                .ifPresent(sentence -> text.append(sentence).append("\n\n"));
        Map<String, String> charts = Report.of(folder).descriptions();
        charts.entrySet().stream()
                .findFirst()
                .ifPresent(chart -> text.append(image(name, chart)).append("\n\n"));
        text.append("[All charts and figures](" + FROM_PAGES + name + "/report.md). ");
        return text.append(read.occasion()).toString();
    }

    private String chart(String name, String description) throws IOException {
        Map<String, String> charts = Report.of(folder(name)).descriptions();
        return charts.entrySet().stream()
                .filter(chart -> chart.getValue().equals(description))
                .findFirst()
                .map(chart -> image(name, chart))
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no chart " + description + ", but there are " + charts.values()));
    }

    private static String image(String name, Map.Entry<String, String> chart) {
        return "![" + MarkdownTable.escaped(chart.getValue()) + "](" + FROM_PAGES + name + "/" + chart.getKey() + ")";
    }

    private String chaos() throws IOException {
        ChaosResult result = ResultFiles.read(folder("chaos").resolve("chaos.json"), ChaosResult.class);
        Machine machine = result.machine();
        String occasion = MarkdownTable.escaped(String.format(
                Locale.ROOT,
                "Started at %s on %s, %d cores, %s, %s.",
                result.date(),
                machine.processor(),
                machine.cores(),
                machine.os(),
                machine.java()));
        return occasion + "\n\n" + ChaosTable.ofPhases(result) + "\n\n" + ChaosTable.ofRestored(result);
    }

    private Path folder(String name) {
        Path folder = results.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there are no results in " + folder);
        }
        return folder;
    }
}
