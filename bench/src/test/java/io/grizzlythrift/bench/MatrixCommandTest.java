package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.results.Comparison;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.RunFiles;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Runs of presets in processes: complete, filtered and interrupted. */
public final class MatrixCommandTest {
    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    private Path results;

    /** Creates a folder without results. */
    @BeforeMethod
    public void makeFolder() throws IOException {
        results = Files.createTempDirectory("matrix");
    }

    /** Deletes the folder. */
    @AfterMethod(alwaysRun = true)
    public void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(results)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }

    /** Contenders take turns; each measurement is written to a file with its preset, group, contender and round. */
    @Test(timeOut = 300_000)
    public void measuresInTurns() throws IOException {
        CommandRun run = run(
                "--preset=quick",
                "--servers=netty,same-thread",
                "--clients=raw",
                "--connections=4",
                "--rounds=2",
                "--warmup=200ms",
                "--duration=300ms",
                "--jvm=" + QUICK_START);
        assertEquals(run.exitCode(), 0, run.out());
        assertTrue(
                run.out()
                        .contains(
                                "\nFor handlers that return at once (echo 300 B, compact, 4 connections x 50 in flight): "),
                run.out());
        List<String> turns = run.out()
                .lines()
                .filter(line -> line.startsWith("["))
                .map(line -> line.replaceAll("\\[(\\d)/4, .* left] (.*): .* calls/s.*", "$1 $2"))
                .toList();
        assertEquals(
                turns,
                List.of(
                        "1 netty, round 1",
                        "2 grizzly same-thread, round 1",
                        "3 netty, round 2",
                        "4 grizzly same-thread, round 2"));
        assertEquals(files(), List.of("quick.json"));
        List<Measurement> runs = runs("quick.json");
        assertEquals(
                runs.stream()
                        .map(each -> each.occasion().contender() + ", round "
                                + each.occasion().round())
                        .toList(),
                List.of(
                        "netty, round 1",
                        "grizzly same-thread, round 1",
                        "netty, round 2",
                        "grizzly same-thread, round 2"));
        LoadMeasurement last = (LoadMeasurement) runs.get(3);
        assertTrue(last.valid(), last.load().firstError());
        assertEquals(last.occasion().preset(), "quick");
        assertEquals(last.occasion().group(), "echo 300 B, compact, 4 connections x 50 in flight");
        assertEquals(last.occasion().contender(), "grizzly same-thread");
        assertEquals(last.occasion().round(), 2);
        assertEquals(
                last.setup().server(),
                List.of("--server=grizzly", "--strategy=same-thread", "--io-threads=2", "--protocol=compact"));
        assertEquals(
                last.setup().clientFlags(),
                List.of("-Xms1024m", "-Xmx1024m", "-XX:+UseParallelGC", QUICK_START),
                "those of the user win");
        assertEquals(last.load().plan().connections(), 4);
        assertEquals(last.load().plan().duration().toMillis(), 300);
    }

    /** Only in a soak with fbthrift-2014, whose benchmarks of the hand-over take half a minute. */
    @DataProvider
    static Iterator<Object[]> comparisons() {
        Stream<Object[]> quick = Stream.of(
                new Object[] {"--preset=thrift-2011 --servers=netty --sizes=300 --connections=20", 1},
                new Object[] {"--preset=mapkeeper-2012 --servers=hsha --clients=raw --connections=1", 2});
        Stream<Object[]> slow = Stream.<Object[]>of(
                        new Object[] {"--preset=fbthrift-2014 --servers=threaded-selector", 10})
                .filter(row -> Boolean.getBoolean("soak"));
        return Stream.concat(quick, slow).iterator();
    }

    /** A shortened comparison has its conclusions in the report, which say that one round decides little. */
    @Test(dataProvider = "comparisons", timeOut = 300_000)
    public void repeatsComparisons(String options, int measurements) throws IOException {
        List<String> all = new ArrayList<>(List.of(options.split(" ")));
        all.addAll(List.of("--rounds=1", "--warmup=100ms", "--duration=200ms", "--jvm=" + QUICK_START));
        CommandRun run = run(all.toArray(String[]::new));
        assertEquals(run.exitCode(), 0, run.toString());
        assertEquals(run.out().lines().filter(line -> line.startsWith("[")).count(), measurements, run.out());
        assertEquals(CommandRun.of("report " + results).exitCode(), 0);
        String report = Files.readString(results.resolve("report.md"));
        assertTrue(report.contains("\n### Conclusions of 20"), report);
        assertTrue(report.contains(": **not decided**; "), report);
    }

    /** A server that does not start is reported, and the other measurements continue. */
    @Test(timeOut = 300_000)
    public void goesOnAfterAFailure() throws IOException {
        CommandRun run = run("--preset=sleep", "--servers=netty,hsha", "--rounds=1", "--jvm=-XX:NoSuchFlag");
        assertEquals(run.exitCode(), 1, run.out());
        assertEquals(
                run.out()
                        .lines()
                        .filter(line -> line.contains("NO RESULT: the server did not start"))
                        .count(),
                2,
                run.out());
        assertTrue(run.out().contains("SOME RESULTS ARE INVALID OR MISSING"), run.out());
        assertEquals(files(), List.of());
    }

    /** Results from before Ctrl-C remain complete, and all processes end. */
    @Test(timeOut = 300_000)
    public void leavesFinishedResultsWhole() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                QUICK_START,
                "-cp",
                System.getProperty("java.class.path"),
                Bench.class.getName(),
                "matrix"));
        command.addAll(arguments(
                "--preset=sleep",
                "--servers=netty,same-thread",
                "--rounds=50",
                "--warmup=0s",
                "--duration=100ms",
                "--jvm=" + QUICK_START));
        Process matrix = new ProcessBuilder(command).redirectErrorStream(true).start();
        List<ProcessHandle> children;
        try (BufferedReader out = matrix.inputReader()) {
            int measured = 0;
            while (measured < 3) {
                String line = out.readLine();
                assertTrue(line != null, "the matrix ended by itself");
                assertFalse(line.contains("INFO"), line);
                measured += line.startsWith("[") ? 1 : 0;
            }
            children = matrix.descendants().toList();
            // Like Ctrl-C, SIGTERM makes a JVM run its shutdown hooks.
            matrix.toHandle().destroy(); // unlike the destroy() of a process, it keeps the output open
            assertTrue(matrix.waitFor(30, TimeUnit.SECONDS), "still running");
            String rest = out.lines().collect(Collectors.joining("\n"));
            assertTrue(
                    rest.matches("(?s).*interrupted: \\d+ of 100 measurements are in \\Q" + results
                            + "/sleep.json\\E; the rest: matrix --resume=\\Q" + results + "\\E.*"),
                    rest);
            assertFalse(rest.contains("SOME RESULTS ARE"), rest);
        } finally {
            matrix.destroyForcibly();
        }
        for (ProcessHandle child : children) {
            child.onExit().get(30, TimeUnit.SECONDS);
        }
        assertEquals(files(), List.of("sleep.json"));
        List<Measurement> runs = runs("sleep.json");
        assertTrue(runs.size() >= 3, runs.toString());
        for (Measurement measured : runs) {
            assertEquals(measured.occasion().preset(), "sleep");
        }
    }

    /** The options are in the file, and only what it lacks is measured. */
    @Test(timeOut = 300_000)
    public void resumesWhatIsMissing() throws IOException {
        String[] options = {
            "--preset=sleep",
            "--servers=netty",
            "--rounds=2",
            "--warmup=500ms",
            "--duration=500ms",
            "--io-threads=1",
            "--jvm=" + QUICK_START + " -Xss1m"
        };
        CommandRun first = run(options);
        assertEquals(first.exitCode(), 0, first.toString());
        Path file = results.resolve("sleep.json");
        Comparison whole = RunFiles.readFile(file);
        assertEquals(whole.command().get(0), "matrix");
        assertEquals(Set.copyOf(whole.command().subList(1, 8)), Set.of(options));
        assertTrue(
                whole.runs().stream().allMatch(run -> run.setup().server().contains("--io-threads=1")),
                whole.toString());
        List<Measurement> without = new ArrayList<>(whole.runs());
        Measurement removed = without.remove(0);
        ResultFiles.write(file, new Comparison(whole.command(), without));

        CommandRun run = CommandRun.of("matrix --resume=" + results);
        assertEquals(run.exitCode(), 0, run.toString());
        assertTrue(run.out().contains("sleep: 2 measurements, 1 of them missing, about "), run.out());
        assertTrue(run.out().contains("[1/1, 0 s left] netty, round 1: "), run.out());
        Comparison resumed = RunFiles.readFile(file);
        assertEquals(resumed.command(), whole.command());
        assertEquals(resumed.runs().subList(0, 1), without);
        assertEquals(resumed.runs().get(1).occasion(), removed.occasion());
        assertEquals(resumed.runs().get(1).setup(), removed.setup());

        run("--resume=" + results, "--rounds=3").assertRefused("--resume is " + results + ", must be the only option");
    }

    /** What compare wrote has no options of matrix. */
    @Test
    public void refusesToResumeOtherResults() throws IOException {
        CommandRun.of("matrix --resume=" + results)
                .assertRefused("--resume is " + results + ", must be a folder with the result file of one comparison");
        ResultFiles.write(results.resolve("compare.json"), new Comparison(List.of("compare"), List.of()));
        CommandRun.of("matrix --resume=" + results)
                .assertRefused("--resume is " + results + ", must be a folder with results that matrix wrote");
    }

    /** --list starts no process. */
    @Test
    public void listsWhatItWouldMeasure() throws IOException {
        CommandRun run = run("--preset=pipelined", "--servers=netty,grizzly", "--list");
        assertEquals(run.exitCode(), 0, run.out());
        assertTrue(run.out().contains("\necho 300 B, compact, 4 connections x 200 in flight\n  netty\n"), run.out());
        assertTrue(run.out().contains("\nmemory "), run.out());
        assertFalse(run.out().contains("hsha"), run.out());
        assertEquals(files(), List.of());
    }

    /** Without a preset, --list prints the presets, as spelled on the command line. */
    @Test
    public void listsThePresets() {
        CommandRun run = CommandRun.of("matrix --list");
        assertEquals(run.exitCode(), 0, run.toString());
        assertEquals(
                run.out().lines().map(line -> line.replaceAll(" .*", "")).toList(),
                List.of(
                        "quick",
                        "pipelined",
                        "connections",
                        "rates",
                        "sleep",
                        "mixed",
                        "memory",
                        "ycsb",
                        "kitex",
                        "grpc",
                        "users",
                        "fleet",
                        "thrift-2011",
                        "mapkeeper-2012",
                        "fbthrift-2014"));
        assertTrue(run.out().contains("\nthrift-2011     about 5"), run.out());
    }

    @DataProvider
    static Object[][] badOptions() {
        return new Object[][] {
            {"--preset=none", "--preset is none, must be one of: quick, pipelined"},
            {"--rounds=1", "--preset is missing, must be one of: quick, pipelined"},
            {"--preset=sleep --servers=tomcat", "--servers is tomcat, must be one of: threaded-selector, simple"},
            {"--preset=sleep --connections=11", "--connections is 11, must be one of: 10"},
            {"--preset=ycsb --sizes=300", "--sizes is 300, must be left out with ycsb"},
            {"--preset=connections --servers=simple --connections=10", "the cut leaves nothing of connections"},
            {"--preset=sleep --sizes=x", "--sizes is x, must be a whole number"},
            {"--preset=sleep --rounds=0", "rounds is 0, must be 1 to 10000"},
            {"--preset=sleep --worker-threads=0", "--worker-threads is 0, must be 1 to 10000"},
            {"--preset=sleep --duration=0s", "--duration is 0s, must be more than 0s"},
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void refusesBadOptions(String options, String complaint) {
        run(options.split(" ")).assertRefused(complaint);
    }

    /** Results are never mixed with other results or overwritten. */
    @Test
    public void refusesAFolderWithResults() throws IOException {
        Files.writeString(results.resolve("other.json"), "{}");
        run("--preset=sleep", "--servers=netty").assertRefused("holds results already");
        assertEquals(files(), List.of("other.json"));
    }

    private List<Measurement> runs(String file) throws IOException {
        return RunFiles.readFile(results.resolve(file)).runs();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(results)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    private List<String> arguments(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--out=" + results);
        return all;
    }

    private CommandRun run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("matrix"));
        all.addAll(arguments(arguments));
        return CommandRun.of(all);
    }
}
