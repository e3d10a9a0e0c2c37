package io.grizzlythrift.bench.figures;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.report.Report;
import io.grizzlythrift.bench.report.page.MarkdownReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The README and the pages of the site have the figures of {@code site/results} and the code of {@code samples}. */
public final class DocumentedFiguresTest {
    private static final Path ROOT = Path.of("..");
    private static final Path RESULTS = ROOT.resolve("site/results");
    private static final Path PAGES = ROOT.resolve("site/src/pages");
    private static final Pattern OPTION = Pattern.compile("(?m)^\\| `(\\w+)");

    @DataProvider
    Object[][] pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), RESULTS.resolve("scorecard/report.md")));
        try (Stream<Path> files = Files.list(PAGES)) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages.stream().map(page -> new Object[] {page}).toArray(Object[][]::new);
    }

    @DataProvider
    Object[][] pagesWithFigures() {
        Stream<Path> pages = Stream.of(
                        "index",
                        "why",
                        "which-strategy",
                        "strategies",
                        "strategy-costs",
                        "threads",
                        "overload",
                        "pipelining",
                        "retries",
                        "limits",
                        "failures",
                        "scorecard",
                        "results",
                        "migrating")
                .map(name -> PAGES.resolve(name + ".md"));
        return Stream.concat(Stream.of(ROOT.resolve("README.md")), pages)
                .map(page -> new Object[] {page})
                .toArray(Object[][]::new);
    }

    /** If this fails, run the bench's command {@code figures}, and read the pages again. */
    @Test(dataProvider = "pages")
    public void figuresAndCodeAreThoseThatTheMarkersName(Path page) throws IOException {
        String text = Files.readString(page);
        MarkedPage now = MarkedPage.of(text, RESULTS, ROOT);
        assertEquals(now.problems(), List.of(), page.toString());
        assertEquals(
                now.text(), text, page + " has other figures or code than the markers name: run the command figures");
    }

    @DataProvider
    Object[][] reports() throws IOException {
        try (Stream<Path> folders = Files.list(RESULTS)) {
            return folders.filter(folder -> Files.exists(folder.resolve("report.md")) && !folder.endsWith("scorecard"))
                    .sorted()
                    .map(folder -> new Object[] {folder})
                    .toArray(Object[][]::new);
        }
    }

    /** If this fails, run the bench's command {@code report} with this folder. */
    @Test(dataProvider = "reports")
    public void reportsAreThoseOfTheResults(Path folder) throws IOException {
        MarkdownReport report = Report.of(folder);
        assertEquals(Files.readString(folder.resolve("report.md")), report.markdown(), "report.md");
        for (Map.Entry<String, String> chart : report.charts().entrySet()) {
            assertEquals(Files.readString(folder.resolve(chart.getKey())), chart.getValue(), chart.getKey());
        }
    }

    /** A figure with a unit is between markers, or the page says why it is not measured. */
    @Test(dataProvider = "pagesWithFigures")
    public void noFigureIsOutsideOfMarkers(Path page) throws IOException {
        List<String> loose = new LooseFigures(options()).of(Files.readString(page));
        assertTrue(loose.isEmpty(), page + " has figures outside of markers:\n" + String.join("\n", loose));
    }

    @DataProvider
    Object[][] sentences() {
        return new Object[][] {
            {"It makes 12,300 calls/s.", true},
            {"It makes 1.3 times as many.", true},
            {"With `maxDepth`, it makes 1.3 times as many.", true},
            {"It takes 0.3 ms. Nothing else.", true},
            {"| netty | 0.3 ms |", true},
            {"| Server | calls/s |\n|---|---|\n| netty | 1,000 |", true},
            {"It takes 0.97 of the time.", true},
            {"| Server | Threads |\n|---|---|\n| netty | 4 |", false},
            {"`maxDepth` is 3 ms.", false},
            {"`maxDepth` is set. It takes 3 ms.", true},
            {"Run `sleep 3 s`.", false},
            {"```\nIt takes 3 ms.\n```", false},
            {"<!-- not measured: set by the code -->\n- It takes 3 ms.\n- It takes 4 ms.\n", false},
            {"<!-- not measured: set by the code -->\n- It takes 3 ms.\n\nIt takes 4 ms.\n", true},
            {"It makes <!-- figure a / b / c -->1.3<!-- end --> times as many.", false},
            {"It makes <!-- figure a / b / c -->1.3<!-- end --> times as many, 7 ms.", true},
            {"<!-- table\nServer\n3 ms = {}\n-->\n\n| a | 3 ms |\n\n<!-- end -->", false},
            {"HTTP/1 on 4 connections of [two](3 ms.md) servers in 2026.", false},
        };
    }

    @Test(dataProvider = "sentences")
    public void findsFigures(String text, boolean loose) {
        assertEquals(!new LooseFigures(Set.of("maxDepth")).of(text).isEmpty(), loose, text);
    }

    private static Set<String> options() throws IOException {
        Set<String> options = new HashSet<>();
        for (String page : List.of("configuration", "configuration-client", "configuration-embedding")) {
            OPTION.matcher(Files.readString(PAGES.resolve(page + ".md")))
                    .results()
                    .forEach(match -> options.add(match.group(1)));
        }
        return options;
    }
}
