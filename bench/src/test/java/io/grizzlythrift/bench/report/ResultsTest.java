package io.grizzlythrift.bench.report;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.report.page.Look;
import io.grizzlythrift.bench.report.page.Palette;
import io.grizzlythrift.bench.report.page.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Results as parts of another page. */
public final class ResultsTest {
    private static final Look NARROW_AND_DARK = new Look(Palette.DARK, 350, false);
    private static final Pattern WHITE_BOX =
            Pattern.compile("<rect [^>]*fill=\"(rgb\\(255,255,255\\)|#ffffff|white)\"");

    private Path directory;
    private MadeUpRuns runs;

    @BeforeMethod
    void makeFolder() throws IOException {
        runs = new MadeUpRuns();
        directory = runs.directory();
    }

    @AfterMethod
    void removeFolder() throws IOException {
        runs.close();
    }

    private Part.Section onlyPreset() throws IOException {
        List<Part> presets = Results.read(directory).presets();
        assertEquals(presets.size(), 1, presets.toString());
        return (Part.Section) presets.get(0);
    }

    /** Each line chart has a table of its figures, and the groups that it shows are marked as drawn. */
    @Test
    public void linesHaveTheirFigures() throws IOException {
        for (int connections : List.of(1, 10, 1000)) {
            String group = "echo, " + connections + " connections";
            runs.load("connections", group, MadeUpRuns.echo(300, connections, 1), "netty", 1000.0 * connections);
            if (connections > 1) {
                runs.load("connections", group, MadeUpRuns.echo(300, connections, 1), "simple", 7);
            }
        }
        Part.Section preset = onlyPreset();
        Part.Chart chart = (Part.Chart) preset.parts().get(0);
        assertEquals(chart.figures(), """
                | connections | 1 | 10 | 1,000 |
                | --- | ---: | ---: | ---: |
                | netty | 1,000 | 10,000 | 1,000,000 |
                | simple | - | 7 | 7 |
                """);
        Part.Section group = (Part.Section) preset.parts().get(preset.parts().size() - 1);
        assertEquals(group.heading(), "echo, 1000 connections");
        assertTrue(group.drawn(), "shown by the lines");
    }

    /** On a dark page, no part of a chart is a white box, and the page shows the title. */
    @Test
    public void chartsFitADarkAndNarrowPage() throws IOException {
        for (int connections : List.of(1, 10, 1000)) {
            runs.load(
                    "c",
                    "echo, " + connections,
                    MadeUpRuns.echo(300, connections, 1),
                    "some contender",
                    9.0 * connections);
        }
        Part.Chart chart = (Part.Chart) onlyPreset().parts().get(0);
        String svg = withoutSpace(chart.drawing().svg(NARROW_AND_DARK));
        assertTrue(svg.contains("width=\"350"), svg);
        assertTrue(svg.contains(">some contender<"), svg);
        assertFalse(WHITE_BOX.matcher(svg).find(), svg);
        String title = ">" + chart.title() + "<";
        assertEquals(svg.split(title, -1).length - 1, 1, "the title for who cannot see, and no other");
        String report = withoutSpace(chart.drawing().svg(Look.REPORT));
        assertEquals(report.split(title, -1).length - 1, 2, "titles of the report's chart");
    }

    private static String withoutSpace(String svg) {
        return svg.replaceAll(">\\s+", ">").replaceAll("\\s+<", "<");
    }

    /** The figures of a bar chart are in the table of its group. */
    @Test
    public void barsStandAboveTheirTable() throws IOException {
        runs.load("quick", "echo", MadeUpRuns.echo(300, 40, 1), "netty", 1000);
        Part.Section group = (Part.Section) onlyPreset().parts().get(0);
        assertFalse(group.drawn(), "no lines show it");
        assertEquals(((Part.Chart) group.parts().get(0)).figures(), "");
        assertTrue(((Part.Text) group.parts().get(1)).markdown().startsWith("| contender |"), "a table");
    }

    @Test
    public void saysWhereAndWhen() throws IOException {
        runs.load("quick", "echo", MadeUpRuns.echo(300, 40, 1), "netty", 1000, 0);
        assertEquals(
                Results.read(directory).occasion(),
                "2 runs, 1 of them INVALID, measured from 2026-01-01T00:00:00Z to 2026-01-01T00:00:10Z, on Some CPU,"
                        + " 2 cores, 8.0 GiB, Linux 6 amd64, Some VM 17, CPU governor performance, commit abc123, grizzly 4.0.2, libthrift 0.25.0.");
    }
}
