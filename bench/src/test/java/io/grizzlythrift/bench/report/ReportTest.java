package io.grizzlythrift.bench.report;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertThrows;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.bench.machine.Machine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Reports of invented runs. */
public final class ReportTest {
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

    /** Tables have medians of the valid rounds, and ratios to the first contender. */
    @Test
    public void tablesCompareMediansOfValidRuns() throws IOException {
        runs.load(
                "quick",
                "echo, 40 x 1",
                MadeUpRuns.echo(300, 40, 1),
                "a contender with a very long name",
                2000,
                1000,
                4000);
        runs.load("quick", "echo, 40 x 1", MadeUpRuns.echo(300, 40, 1), "netty", 5000, 0, 3000);
        runs.load("quick", "echo, 40 x 1", MadeUpRuns.echo(300, 40, 1), "broken", 0);
        List<String> lines = report();
        assertHas(
                lines,
                "| contender | calls/s | ratio | server us/call | client us/call | p50 us | p90 us | p99 us | p99.9 us"
                        + " | max us | server peak MiB | errors |",
                "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
                "| a contender with a very long name | 2,000 (1,000-4,000) | 1.000 | 500.000 | 2.250 | 500.0 | 20.0 | 1,000.0 | 4,000 | 50,000"
                        + " | 64 | none |",
                "| netty | 4,000 (3,000-5,000) | 2.000 | 266.667 | 2.250 | 266.7 | 20.0 | 533.3 | 4,000 | 50,000 | 64"
                        + " | INVALID 1 of 3: wrong answer \\| &lt;of> call 3 |",
                "| broken | - | - | - | - | - | - | - | - | - | - |"
                        + " INVALID 1 of 1: wrong answer \\| &lt;of> call 3 |");
        assertEquals(charts(), List.of("quick-calls-s.svg"));
        List<String> words = words("quick-calls-s.svg");
        assertTrue(
                words.containsAll(List.of("a contender with a very long name: 2,000", "netty: 4,000", "calls/s")),
                words.toString());
        assertFalse(words.toString().contains("broken"), words.toString());
    }

    /** A repeated comparison has its conclusions first, and the published ratios beside those measured. */
    @Test
    public void comparisonsHavePublishedRatios() throws IOException {
        for (int connections : List.of(20, 40, 60)) {
            String group = "echo 300 B, " + connections + " connections";
            for (String server : List.of("netty", "grizzly same-thread", "grizzly leader-follower")) {
                double calls = server.equals("netty") ? 1000 : server.endsWith("same-thread") ? 1100 : 900;
                runs.load(
                        "thrift-2011",
                        group,
                        MadeUpRuns.echo(300, connections, 1),
                        server + ", grizzly-sync, compact",
                        calls,
                        calls + 1,
                        calls + 2);
            }
        }
        List<String> lines = report();
        assertHas(lines, "### Conclusions of 2011, and today");
        assertTrue(
                lines.contains(
                        "- Below 100 connections, the same I/O thread is the best strategy: **not decided**; same-thread"
                                + " completes 1.22 times the calls/s of leader-follower (1.22 to 1.22 in 3 rounds), 1.07"
                                + " in 2011; not measured against those of worker-thread."),
                lines.toString());
        String row = lines.stream()
                .filter(line -> line.startsWith("| grizzly leader-follower, grizzly-sync, compact |"))
                .findFirst()
                .orElseThrow();
        assertTrue(row.contains("| 901 (900-902) | 0.900 | 0.940 |"), row);
        assertTrue(lines.toString().contains("| ratio | ratio in 2011 |"), lines.toString());
        assertTrue(charts().contains("thrift-2011-calls-s-by-connections.svg"), charts().toString());
        assertTrue(words("thrift-2011-calls-s-by-connections.svg").contains("grizzly leader-follower"));
        assertTrue(words("thrift-2011-ratio-of-calls-s-to-netty-by-connections.svg")
                .contains("grizzly leader-follower, 2011"));
    }

    /** The report starts with the place and time of the measurements. */
    @Test
    public void saysWhereAndWhen() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000, 0);
        List<String> lines = report();
        assertEquals(lines.get(0), "# Results of the bench");
        assertHas(
                lines,
                "2 runs, 1 of them INVALID, measured from 2026-01-01T00:00:00Z to 2026-01-01T00:00:10Z.",
                "| cores | 2 |",
                "| processor | Some CPU |",
                "| memory | 8.0 GiB |",
                "| system | Linux 6 amd64 |",
                "| JVM | Some VM 17 |",
                "| CPU governor | performance |",
                "| commit | abc123 |",
                "| grizzly | 4.0.2 |",
                "| libthrift | 0.25.0 |");
        assertFalse(lines.toString().contains("DIFFERENT machines"));
    }

    /** Every table has what a reader needs to judge and to repeat it. */
    @Test
    public void tablesSayHowTheyWereMeasured() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000, 1900, 2200);
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "netty", 4000, 0);
        runs.memory("grizzly", 1000, 500);
        runs.ycsb("a", "x", 1000);
        assertHas(
                report(),
                "Measured 2026-01-01, commit abc123, Some CPU, 2 cores, Linux 6 amd64, Some VM 17, CPU governor"
                        + " performance, steal time 0.3 (0.3-0.3) %, 2 to 3 rounds, spread of calls/s up to 15 %, spread"
                        + " of server us/call up to 14 %.",
                "Measured 2026-01-01, commit abc123, Some CPU, 2 cores, Linux 6 amd64, Some VM 17, CPU governor"
                        + " performance, steal time not recorded, 1 round, no spread of sum B/connection.",
                "Measured 2026-01-01, commit abc123, Some CPU, 2 cores, Linux 6 amd64, Some VM 17, CPU governor"
                        + " performance, steal time 0.3 (0.3-0.3) %, 1 round, no spread of run ops/s.");
    }

    /** Results from before these facts were recorded say so. */
    @Test
    public void oldResultsSayWhatTheyLack() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000);
        Path file = directory.resolve("quick/run999.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("\"stealPercent\":0.25,", "")
                        .replace("\"governor\":\"performance\",\"commit\":\"abc123\",", ""));
        assertHas(
                report(),
                "| CPU governor | not recorded |",
                "| commit | not recorded |",
                "Measured 2026-01-01, commit not recorded, Some CPU, 2 cores, Linux 6 amd64, Some VM 17, CPU governor not"
                        + " recorded, steal time not recorded, 1 round, no spread of calls/s, no spread of server"
                        + " us/call.");
    }

    /** Contenders with more threads are not presented as equals. */
    @Test
    public void showsThreadsThatDiffer() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "one", 2000);
        runs.serve("--server=thread-pool", "--io-threads=2", "--worker-threads=4");
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "many", 4000);
        List<String> lines = report();
        String table = String.join("\n", lines);
        assertTrue(table.contains("\n| contender | threads | calls/s |"), table);
        assertTrue(table.contains("\n| one | 2 I/O | 2,000 "), table);
        assertTrue(table.contains("\n| many | 1 per connection | 4,000 "), table);
        assertTrue(table.contains(" Threads differ: 1 per connection (many); 2 I/O (one)."), table);
    }

    /** Runs of two machines are not presented as comparable. */
    @Test
    public void saysIfMachinesDiffer() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000);
        runs.moveTo(new Machine(64, "?", 0, "Other", "Some VM 17", "none", "abc123", Map.of()));
        runs.load("sleep", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000, 3000);
        assertHas(
                report(),
                "These runs come from DIFFERENT machines or versions; compare only runs of the same one:",
                "1 runs, of quick:",
                "| cores | 2 |",
                "2 runs, of sleep:",
                "| cores | 64 |",
                "| processor | unknown |",
                "| memory | unknown |");
    }

    /** If one number differs, there are charts of throughput and latencies along it, and a table for each value. */
    @Test
    public void drawsLinesAlongOneAxis() throws IOException {
        for (int connections : List.of(1000, 1, 10, 100)) {
            String group = "echo 300 B, " + connections + " connections";
            runs.load(
                    "connections",
                    group,
                    MadeUpRuns.echo(300, connections, 1),
                    "grizzly <same-thread>",
                    100.0 + connections);
            runs.load("connections", group, MadeUpRuns.echo(300, connections, 1), "netty", connections == 10 ? 0 : 70);
        }
        List<String> lines = report();
        assertEquals(
                charts(),
                List.of(
                        "connections-calls-s-by-connections.svg",
                        "connections-p50-us-by-connections.svg",
                        "connections-p99-us-by-connections.svg",
                        "connections-server-us-call-by-connections.svg"));
        List<String> words = words("connections-p99-us-by-connections.svg");
        assertTrue(
                words.containsAll(List.of(
                        "connections: p99 us by connections",
                        "echo, compact, raw client, 300 B, 1 in flight",
                        "grizzly <same-thread>",
                        "netty",
                        "connections",
                        "p99 us",
                        "1",
                        "10",
                        "100",
                        "1,000")),
                words.toString());
        assertEquals(
                lines.stream().filter(line -> line.startsWith("### ")).toList(),
                List.of(
                        "### echo 300 B, 1 connections",
                        "### echo 300 B, 10 connections",
                        "### echo 300 B, 100 connections",
                        "### echo 300 B, 1000 connections"));
        assertHas(
                lines,
                "![connections: calls/s by connections, echo, compact, raw client, 300 B, 1 in flight]"
                        + "(connections-calls-s-by-connections.svg)");
    }

    /** With a rate, calls/s say nothing, so the charts compare latency and CPU time. */
    @Test
    public void drawsLatencyByRate() throws IOException {
        for (int rate : List.of(10_000, 20_000, 40_000)) {
            runs.load("rates", "echo, " + rate, MadeUpRuns.due(rate), "netty", rate);
        }
        List<String> lines = report();
        assertEquals(
                charts(),
                List.of("rates-p50-us-by-rate.svg", "rates-p99-us-by-rate.svg", "rates-server-us-call-by-rate.svg"));
        List<String> words = words("rates-p99-us-by-rate.svg");
        assertTrue(words.containsAll(List.of("calls due per second", "10,000", "40,000")), words.toString());
        assertHas(
                lines,
                "![rates: p99 us by rate, echo, compact, raw client, 300 B, 40 connections, 10 in flight]"
                        + "(rates-p99-us-by-rate.svg)");
    }

    /**
     * If two numbers differ, there are charts along the longer axis for all other values, and along the other in the
     * middle.
     */
    @Test
    public void drawsLinesAlongTwoAxes() throws IOException {
        for (int size : List.of(300, 3000, 3_000_000)) {
            for (int connections : List.of(20, 40, 60, 80)) {
                String group = size + " B, " + connections + " connections";
                runs.load("seed", group, MadeUpRuns.echo(size, connections, 1), "netty", 1e8 * connections / size);
            }
        }
        report();
        assertEquals(
                charts(),
                List.of(
                        "seed-calls-s-by-connections-2.svg",
                        "seed-calls-s-by-connections-3.svg",
                        "seed-calls-s-by-connections.svg",
                        "seed-calls-s-by-size.svg"));
        assertTrue(words("seed-calls-s-by-connections.svg").contains("echo, compact, raw client, 300 B, 1 in flight"));
        assertTrue(words("seed-calls-s-by-connections-3.svg")
                .contains("echo, compact, raw client, 3,000,000 B, 1 in flight"));
        assertTrue(
                words("seed-calls-s-by-size.svg").contains("echo, compact, raw client, 60 connections, 1 in flight"));
    }

    /** A chart stays legible: contenders that do not fit are drawn in another chart. */
    @Test
    public void drawsManyContendersInSeveralCharts() throws IOException {
        for (int inFlight : List.of(1, 10, 200)) {
            for (int contender = 1; contender <= 13; contender++) {
                runs.load(
                        "pipelined",
                        inFlight + " in flight",
                        MadeUpRuns.echo(300, 4, inFlight),
                        "server " + contender,
                        50);
            }
        }
        report();
        assertEquals(charts().get(0), "pipelined-calls-s-by-in-flight-1-of-2.svg");
        assertTrue(words("pipelined-calls-s-by-in-flight-1-of-2.svg").contains("server 12"));
        assertFalse(words("pipelined-calls-s-by-in-flight-1-of-2.svg").contains("server 13"));
        assertTrue(words("pipelined-calls-s-by-in-flight-2-of-2.svg").contains("server 13"));
    }

    /** With long calls in between, the latency of the short calls is compared. */
    @Test
    public void drawsLatencyOfShortCallsBetweenLongOnes() throws IOException {
        runs.load("mixed", "in request order", MadeUpRuns.mixed(), "grizzly", 1000);
        report();
        assertEquals(charts(), List.of("mixed-p99-us.svg"));
        assertTrue(words("mixed-p99-us.svg").contains("grizzly: 2,000.0"));
    }

    /** The last section recommends a contender, with the purpose and the machine. */
    @Test
    public void endsWithAVerdict() throws IOException {
        runs.load("quick", "echo, 40 x 1", MadeUpRuns.echo(300, 40, 1), "a *server*", 2000, 2100, 1900);
        runs.load("quick", "echo, 40 x 1", MadeUpRuns.echo(300, 40, 1), "another", 4000, 4100, 3900);
        runs.load("quick", "echo, alone", MadeUpRuns.echo(300, 1, 1), "alone", 4000);
        runs.load("mixed", "short and long", MadeUpRuns.mixed(), "a", 1000);
        runs.load("mixed", "short and long", MadeUpRuns.mixed(), "b", 2000);
        runs.memory("a", 1000, 500);
        runs.memory("b", 2000, 4000);
        runs.ycsb("a", "x", 1000);
        runs.ycsb("a", "y", 980);
        List<String> lines = report();
        assertEquals(
                lines.subList(lines.indexOf("## Verdict"), lines.size()),
                List.of(
                        "## Verdict",
                        "",
                        "- For handlers that return at once (echo, 40 x 1): choose another, because its throughput is 2.00"
                                + " times that of the next, a \\*server\\* (4,000 against 2,000 calls/s, better in 3 of 3"
                                + " rounds). Not for handlers"
                                + " that block: another runs them on the threads that read.",
                        "- For handlers of which one in 100 computes for 5 ms (short and long): choose b, because its"
                                + " latency p99 is 0.50 times that of the next, a (1,000 against 2,000 us).",
                        "- For 10000 idle connections: choose a, because its memory per connection is 0.25 times that of"
                                + " the next, b (1,500 against 6,000 B).",
                        "- For workload a: no clear choice, because x and y are within noise of the best throughput"
                                + " (1,000 operations/s).",
                        "",
                        "Measured on 2 cores (Some CPU), Linux 6 amd64, Some VM 17, with server and client on the same"
                                + " machine, in up to 3 rounds. Contenders are compared round by round. Differences count"
                                + " from 5 % in the median round, from 10 % with one round, and not if more than a quarter"
                                + " of the rounds contradict the others. Other machines, and other handlers, may give"
                                + " another verdict."));
    }

    /** A single contender leaves no choice. */
    @Test
    public void hasNoVerdictWithoutAChoice() throws IOException {
        runs.load("quick", "echo, alone", MadeUpRuns.echo(300, 1, 1), "alone", 4000);
        assertFalse(report().contains("## Verdict"));
    }

    /** Bytes per connection, and their sum. */
    @Test
    public void addsUpMemory() throws IOException {
        runs.memory("grizzly", 1000, 500);
        runs.memory("netty", 2000, 4000);
        runs.memory("simple", 0, 0);
        assertHas(
                report(),
                "| contender | connections | heap B/connection | outside of the heap B/connection | sum B/connection"
                        + " | ratio | errors |",
                "| grizzly | 10,000 | 1,000 | 500 | 1,500 (1,500-1,500) | 1.000 | none |",
                "| netty | 10,000 | 2,000 | 4,000 | 6,000 (6,000-6,000) | 4.000 | none |",
                "| simple | - | - | - | - | - | INVALID 1 of 1: refused |");
        assertEquals(charts(), List.of("memory-bytes-per-idle-connection.svg"));
        List<String> words = words(charts().get(0));
        assertTrue(
                words.containsAll(List.of("grizzly", "netty", "heap", "outside", "10000 idle connections")),
                words.toString());
    }

    /** Shows both phases, and the latencies of the operations that occurred. */
    @Test
    public void showsYcsb() throws IOException {
        runs.ycsb("b", "grizzly", 300);
        runs.ycsb("a", "grizzly", 1000);
        runs.ycsb("a", "netty", 500);
        List<String> lines = report();
        assertHas(
                lines,
                "### workload a",
                "| contender | store | client | workload | load ops/s | run ops/s | ratio | READ mean us | READ p95 us"
                        + " | READ p99 us | UPDATE mean us | UPDATE p95 us | UPDATE p99 us | errors |",
                "| grizzly | memory | libthrift | a | 500 | 1,000 (1,000-1,000) | 1.000 | 11 | 12 | 1,313 | 5 | 6 | 7"
                        + " | none |",
                "| netty | memory | libthrift | a | 250 | 500 (500-500) | 0.500 | 11 | 12 | 1,313 | 5 | 6 | 7 | none |",
                "### workload b");
        assertEquals(charts(), List.of("ycsb-run-ops-s.svg"));
        List<String> words = words(charts().get(0));
        assertTrue(
                words.containsAll(
                        List.of("workload a", "workload b", "grizzly", "netty", "memory store, libthrift client")),
                words.toString());
    }

    /** Reports contain neither the current time nor anything random, and do not depend on an earlier report. */
    @Test
    public void sameRunsGiveSameBytes() throws IOException {
        for (int inFlight : List.of(1, 10, 200)) {
            runs.load(
                    "pipelined", inFlight + " in flight", MadeUpRuns.echo(300, 4, inFlight), "netty", 50.0 * inFlight);
        }
        runs.memory("grizzly", 1000, 500);
        report();
        Map<String, String> first = written();
        report();
        assertEquals(first.size(), 4 + 1 + 1);
        assertEquals(written(), first);
    }

    /** Files that are not results. */
    @DataProvider
    public Object[][] strayFiles() {
        return new Object[][] {
            {""},
            {"null"},
            {"{\"kind\""},
            {"[1]"},
            {"{\"kind\": \"load\"}"},
            {"{\"command\": []}"},
            {"{\"runs\": []}"},
            {stray("null")},
            {stray("{\"kind\": \"other\"}")},
            {stray("{\"kind\": \"load\"}")},
            {
                stray("{\"kind\": \"load\", \"occasion\": {\"preset\": \"p\", \"group\": \"g\", \"contender\": \"c\","
                        + " \"round\": 1}, \"setup\": {\"server\": [], \"serverFlags\": [], \"clientFlags\": []},"
                        + " \"load\": {}}")
            },
        };
    }

    private static String stray(String run) {
        return "{\"command\": [], \"runs\": [" + run + "]}";
    }

    /** The error names the file, and no report is written. */
    @Test(dataProvider = "strayFiles")
    public void refusesStrayFiles(String content) throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000);
        Files.writeString(directory.resolve("stray.json"), content);
        IOException refused = expectThrows(IOException.class, () -> Report.write(directory));
        assertTrue(
                refused.getMessage().contains(directory.resolve("stray.json") + " holds no measurement: "),
                refused.getMessage());
        assertEquals(refused.getMessage().lines().count(), 1, refused.getMessage());
        assertEquals(written(), Map.of());
    }

    /** Otherwise, the results of two comparisons would be mixed. */
    @Test
    public void refusesTheSameRunTwice() throws IOException {
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 2000);
        runs.load("quick", "a", MadeUpRuns.echo(300, 40, 1), "simple", 3000);
        IOException refused = expectThrows(IOException.class, () -> Report.write(directory));
        assertTrue(refused.getMessage().contains("run999.json hold the same run"), refused.getMessage());
    }

    /** There is nothing to report. */
    @Test
    public void refusesDirectoriesWithoutResults() {
        assertThrows(IllegalArgumentException.class, () -> Report.write(directory));
        assertThrows(IllegalArgumentException.class, () -> Report.write(directory.resolve("missing")));
    }

    private List<String> report() throws IOException {
        assertEquals(Report.write(directory), directory.resolve("report.md"));
        List<String> lines = Files.readAllLines(directory.resolve("report.md"));
        for (String chart : charts()) {
            assertTrue(lines.stream().anyMatch(line -> line.endsWith("](" + chart + ")")), chart);
            assertFalse(words(chart).isEmpty(), chart);
        }
        return lines;
    }

    /** Asserts that the lines occur in this order, with anything in between. */
    private static void assertHas(List<String> lines, String... expected) {
        int from = 0;
        for (String line : expected) {
            int at = lines.subList(from, lines.size()).indexOf(line);
            assertTrue(at >= 0, "'" + line + "' is missing or out of order in\n" + String.join("\n", lines));
            from += at + 1;
        }
    }

    private List<String> charts() throws IOException {
        return written().keySet().stream().filter(name -> name.endsWith(".svg")).toList();
    }

    private Map<String, String> written() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file -> file.toString().matches(".*\\.(md|svg)"))
                    .toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return contents;
    }

    /** Returns the texts of a chart, which must be well-formed XML. */
    private List<String> words(String chart) throws IOException {
        byte[] content = written().get(chart).getBytes(StandardCharsets.UTF_8);
        assertFalse(
                Pattern.compile("[0-9]\\.[0-9]{3}")
                        .matcher(written().get(chart))
                        .find(),
                chart);
        Document svg;
        try {
            svg = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(content));
        } catch (Exception bad) {
            throw new AssertionError(chart, bad);
        }
        assertEquals(svg.getElementsByTagName("title").getLength(), 1, chart);
        NodeList texts = svg.getElementsByTagName("text");
        List<String> words = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++) {
            words.add(texts.item(i).getTextContent().strip());
        }
        return words;
    }
}
