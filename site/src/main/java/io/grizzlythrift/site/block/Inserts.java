package io.grizzlythrift.site.block;

import io.grizzlythrift.site.page.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.HtmlBlock;

/**
 * What comes from results and sources: {@code <!-- results NAME -->} stands for the charts and tables of
 * {@code site/results/NAME}, {@code <!-- chart NAME DESCRIPTION -->} for one of these charts, {@code <!-- scorecard -->}
 * for the scorecard, {@code <!-- packages -->} for the table of packages.
 */
public final class Inserts {
    private static final Pattern RESULTS = Pattern.compile("<!-- results ([\\w-]+) -->");
    private static final Pattern CHART = Pattern.compile("<!-- chart ([\\w-]+) (.+) -->");
    private static final String SCORECARD = "<!-- scorecard -->";
    private static final String PACKAGES = "<!-- packages -->";

    private final Path root;
    private final Path results;
    private final ResultParts parts;

    /**
     * Reads results and sources.
     *
     * @param root of the repository
     * @param parts draws charts
     */
    public Inserts(Path root, ResultParts parts) {
        this.root = root;
        results = root.resolve("site/results");
        this.parts = parts;
    }

    /**
     * Puts in place of a comment what it names.
     *
     * @param block a comment
     * @throws IOException if what it names cannot be read
     * @throws IllegalArgumentException if it is none of those that are known, or there is nothing for it
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
        } else if (comment.equals(PACKAGES)) {
            Markdown.insertBefore(block, PackageTable.of(root));
        } else {
            throw new IllegalArgumentException("HTML in the text: " + comment);
        }
        block.unlink();
    }

    private Path folder(String name) {
        Path folder = results.resolve(name);
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there are no results in " + folder);
        }
        return folder;
    }
}
