package io.grizzlythrift.site.block;

import io.grizzlythrift.bench.chaos.ChaosResult;
import io.grizzlythrift.bench.chaos.ChaosTable;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.report.page.MarkdownTable;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.site.page.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.HtmlBlock;

/**
 * Replaces comments with content from results and sources: {@code <!-- results NAME -->} with the charts and tables of
 * {@code site/results/NAME}, {@code <!-- chart NAME DESCRIPTION -->} with one of these charts,
 * {@code <!-- scorecard -->} with the scorecard, {@code <!-- chaos -->} with the fleet under disturbance, {@code <!-- packages -->} with the table of packages.
 */
public final class Inserts {
    private static final Pattern RESULTS = Pattern.compile("<!-- results ([\\w-]+) -->");
    private static final Pattern CHART = Pattern.compile("<!-- chart ([\\w-]+) (.+) -->");
    private static final String SCORECARD = "<!-- scorecard -->";
    private static final String CHAOS = "<!-- chaos -->";
    private static final String PACKAGES = "<!-- packages -->";

    private final Path root;
    private final Path results;
    private final ResultParts parts;

    /**
     * Creates an object for a repository.
     *
     * @param root root folder of the repository
     * @param parts draws charts
     */
    public Inserts(Path root, ResultParts parts) {
        this.root = root;
        results = root.resolve("site/results");
        this.parts = parts;
    }

    /**
     * Replaces a comment with the content that it names.
     *
     * @param block a comment
     * @throws IOException if the content cannot be read
     * @throws IllegalArgumentException if the comment is unknown, or its content does not exist
     */
    void replace(HtmlBlock block) throws IOException {
        String comment = block.getLiteral().strip();
        Matcher ofResults = RESULTS.matcher(comment);
        Matcher ofChart = CHART.matcher(comment);
        if (ofResults.matches()) {
            parts.insertBefore(block, folder(ofResults.group(1)));
        } else if (ofChart.matches()) {
            parts.insertChartBefore(block, folder(ofChart.group(1)), ofChart.group(2));
        } else if (comment.equals(SCORECARD)) {
            ScorecardTables.read(folder("scorecard").resolve("scorecard.json")).insertBefore(block);
        } else if (comment.equals(CHAOS)) {
            insertChaosBefore(block);
        } else if (comment.equals(PACKAGES)) {
            Markdown.insertBefore(block, PackageTable.of(root));
        } else {
            throw new IllegalArgumentException("HTML in the text: " + comment);
        }
        block.unlink();
    }

    private void insertChaosBefore(HtmlBlock block) throws IOException {
        ChaosResult result = ResultFiles.read(folder("chaos").resolve("chaos.json"), ChaosResult.class);
        Machine machine = result.machine();
        Markdown.insertBefore(
                block,
                MarkdownTable.escaped(String.format(
                        Locale.ROOT,
                        "Started at %s on %s, %d cores, %s, %s.",
                        result.date(),
                        machine.processor(),
                        machine.cores(),
                        machine.os(),
                        machine.java())));
        Markdown.insertBefore(block, ChaosTable.ofPhases(result).toString());
        Markdown.insertBefore(block, ChaosTable.ofRestored(result).toString());
    }

    private Path folder(String name) {
        Path folder = results.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there are no results in " + folder);
        }
        return folder;
    }
}
