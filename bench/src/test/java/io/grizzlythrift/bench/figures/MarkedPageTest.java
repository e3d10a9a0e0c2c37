package io.grizzlythrift.bench.figures;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.report.MadeUpRuns;
import java.io.IOException;
import java.util.List;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The language of the markers, over runs that were made up. */
public final class MarkedPageTest {
    private MadeUpRuns runs;

    @BeforeClass
    void measure() throws IOException {
        runs = new MadeUpRuns();
        for (int connections : List.of(4, 40)) {
            String group = "echo, " + connections + " connections";
            runs.load("quick", group, MadeUpRuns.echo(300, connections, 1), "netty", 500, 1_000 * connections, 90_000);
            runs.load("quick", group, MadeUpRuns.echo(300, connections, 1), "netty-pool", 1_234_567);
            runs.load("quick", group, MadeUpRuns.echo(300, connections, 1), "grizzly same-thread", 20_000);
        }
        runs.load("quick", "failed", MadeUpRuns.echo(300, 4, 1), "netty", 0);
        runs.memory("netty", 1000, 234.5);
        runs.ycsb("a", "netty, libthrift", 30_000);
    }

    @AfterClass(alwaysRun = true)
    void removeRuns() throws IOException {
        runs.close();
    }

    private MarkedPage rewritten(String page) throws IOException {
        return MarkedPage.of(page, runs.directory(), runs.directory());
    }

    @DataProvider
    Object[][] figures() {
        return new Object[][] {
            {"quick / 40 connections / netty / calls/s", "40,000"},
            {"quick / 4 connections / netty / calls/s with range", "4,000 (500 to 90,000)"},
            {"quick / 4 connections / netty-pool / calls/s", "1,230,000"},
            {"quick / 4 connections / same-thread / server us/call", "50.0"},
            {"quick / 4 connections / same-thread / p99 us", "100"},
            {"quick / 4 connections / same-thread / p99 ms", "0.100"},
            {"quick / 40 connections / netty / calls/s relative to same-thread", "2.00"},
            {"quick / 40 connections / netty / calls/s relative to echo, 4 connections / netty", "10.0"},
            {"quick / 4 connections / netty / calls/s relative to quick / 40 connections / netty", "0.10"},
            {"quick / echo* / netty / calls/s", "4,000 to 40,000"},
            {"quick / echo* / netty / calls/s relative to same-thread", "0.20 to 2.00"},
            {"quick / echo* / same-thread / calls/s", "20,000"},
            {"memory / netty / sum B/connection", "1,230"},
            {"ycsb / libthrift / run ops/s", "30,000"},
            {"ycsb / libthrift / READ p99 ms", "1.31"},
        };
    }

    @Test(dataProvider = "figures")
    public void aFigureIsReplaced(String expression, String expected) throws IOException {
        MarkedPage page = rewritten("It makes <!-- figure " + expression + " -->old<!-- end --> calls/s.\n");
        if (expected.equals("none")) {
            assertTrue(
                    page.problems().get(0).startsWith("1: no figure \"calls/s\" among [load ops/s"), page.toString());
        } else {
            assertEquals(page.problems(), List.of());
            assertEquals(
                    page.text(), "It makes <!-- figure " + expression + " -->" + expected + "<!-- end --> calls/s.\n");
            assertEquals(rewritten(page.text()), page, "rewritten twice");
        }
    }

    @Test
    public void aTableIsReplaced() throws IOException {
        String marker = """
                <!-- table
                Server
                calls/s = quick / 4 connections / {} / calls/s
                p99 (µs) = quick / 40 connections / {} / p99 us

                `same-thread` = grizzly same-thread
                Netty = netty
                -->
                """;
        MarkedPage page = rewritten("Before.\n\n" + marker + "<!-- end -->\n\nAfter.\n");
        assertEquals(page.problems(), List.of());
        assertEquals(page.text(), "Before.\n\n" + marker + """

                | Server | calls/s | p99 (µs) |
                | --- | ---: | ---: |
                | `same-thread` | 20,000 | 100 |
                | Netty | 4,000 | 50.0 |

                <!-- end -->

                After.
                """);
        assertEquals(rewritten(page.text()), page, "rewritten twice");
    }

    @Test
    public void saysWhenAndWhere() throws IOException {
        assertEquals(
                rewritten("Measured: <!-- figure memory / measured --><!-- end -->")
                        .text(),
                "Measured: <!-- figure memory / measured -->1 runs, all valid, measured from 2026-01-01T00:01:50Z to"
                        + " 2026-01-01T00:01:50Z, on Some CPU, 2 cores, 8.0 GiB, Linux 6 amd64, Some VM 17, CPU"
                        + " governor performance, commit abc123, grizzly 4.0.2, libthrift 0.25.0.<!-- end -->");
    }

    @Test
    public void anOrderIsAsserted() throws IOException {
        String order = "quick / echo* / netty-pool / calls/s relative to netty >";
        String page = "Netty's pool is ahead.\n<!-- assert " + order + " 30 -->\n<!-- assert " + order + " 31 -->\n";
        assertEquals(
                rewritten(page),
                new MarkedPage(page, List.of("3: the text no longer holds: " + order + " 31, but it is 30.9 to 309")));
    }

    @DataProvider
    Object[][] mistakes() {
        return new Object[][] {
            {"a <!-- figure quick / 40 connections -->1<!-- end -->", "is not RESULTS / GROUP / CONTENDER / FIGURE"},
            {"a <!-- figure quikc / 4 connections / netty / calls/s -->1<!-- end -->", "no directory"},
            {"a <!-- figure quick / 5 connections / netty / calls/s -->1<!-- end -->", "no group \"5 connections\""},
            {"a <!-- figure quick / connections / netty / calls/s -->1<!-- end -->", "more than one group"},
            {"a <!-- figure quick / netty / calls/s -->1<!-- end -->", "no group \"\""},
            {"a <!-- figure quick / 4 connections / nety / calls/s -->1<!-- end -->", "no contender \"nety\" among"},
            {"a <!-- figure quick / 4 connections / netty / p98 us -->1<!-- end -->", "no figure \"p98 us\" among"},
            {"a <!-- figure quick / failed / netty / calls/s -->1<!-- end -->", "no valid round of quick / failed"},
            {"a <!-- figure quick / * / netty / calls/s with range -->1<!-- end -->", "no valid round"},
            {"a <!-- figure quick / echo* / netty / calls/s with range -->1<!-- end -->", "more than one figure"},
            {"a <!-- figure quick / 4 connections / netty / calls/s -->1", "there is no <!-- end -->"},
            {"- <!-- figure quick / 4 connections / netty / calls/s -->1<!-- end -->", "cannot be the first"},
            {"1<!-- end -->", "nothing to fill in before this end"},
            {"a <!-- assert quick / 4 connections / netty / calls/s -->", "is not EXPRESSION > BOUND"},
            {"<!-- assert quick / 4 connections / netty / calls/s > 1 --> a", "needs the line for itself"},
            {"<!-- table\nServer\nNetty = netty\n-->\n<!-- end -->", "a table needs a column"},
            {"<!-- table\nServer\nNetty\n-->\n<!-- end -->", "\"Netty\" is not NAME = EXPRESSION"},
            {"a <!-- table -->\n<!-- end -->", "it needs lines of its own"},
            {"<!-- not measured: -->", "there is no reason"},
            {"a <!-- not measured: b -->", "it needs lines of its own"},
        };
    }

    /** The page stays as it is, and the problem names its line. */
    @Test(dataProvider = "mistakes")
    public void aMistakeIsNamedWithItsLine(String mistake, String problem) throws IOException {
        String page = "# Title\n\n" + mistake + "\n";
        MarkedPage read = rewritten(page);
        assertEquals(read.text(), page);
        assertEquals(read.problems().size(), 1, read.problems().toString());
        assertTrue(read.problems().get(0).startsWith("3: "), read.problems().toString());
        assertTrue(read.problems().get(0).contains(problem), read.problems().toString());
    }

    /** A mistake does not hide the figures behind it. */
    @Test
    public void whatFollowsAMistakeIsReplaced() throws IOException {
        MarkedPage page = rewritten("a <!-- figure nothing -->1<!-- end --> and"
                + " <!-- figure quick / 40 connections / netty / calls/s -->1<!-- end -->");
        assertEquals(page.problems().size(), 1);
        assertTrue(page.text().contains("-->40,000<!-- end -->"), page.text());
    }
}
