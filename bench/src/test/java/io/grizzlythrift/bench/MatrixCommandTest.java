package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.ResultFiles;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
                "--duration=1s",
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
        assertEquals(
                files(),
                List.of(
                        "quick-001-01-round01.json",
                        "quick-001-01-round02.json",
                        "quick-001-02-round01.json",
                        "quick-001-02-round02.json"));
        LoadMeasurement last =
                (LoadMeasurement) ResultFiles.read(results.resolve("quick-001-02-round02.json"), Measurement.class);
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
        assertEquals(last.load().plan().duration().toMillis(), 1_000);
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
                "--servers=netty",
                "--rounds=100",
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
                measured += line.startsWith("[") ? 1 : 0;
            }
            children = matrix.descendants().toList();
            // Like Ctrl-C, SIGTERM makes a JVM run its shutdown hooks.
            matrix.destroy();
            assertTrue(matrix.waitFor(30, TimeUnit.SECONDS), "still running");
        } finally {
            matrix.destroyForcibly();
        }
        for (ProcessHandle child : children) {
            child.onExit().get(30, TimeUnit.SECONDS);
        }
        assertTrue(files().size() >= 3, files().toString());
        for (String file : files()) {
            Measurement measured = ResultFiles.read(results.resolve(file), Measurement.class);
            assertEquals(measured.occasion().preset(), "sleep", file);
        }
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
                        "seed",
                        "pipelined",
                        "connections",
                        "sleep",
                        "mixed",
                        "memory",
                        "ycsb",
                        "kitex",
                        "grpc",
                        "users",
                        "fleet"));
    }

    @DataProvider
    static Object[][] badOptions() {
        return new Object[][] {
            {"--preset=none", "--preset is none, must be one of: quick, seed, pipelined"},
            {"--rounds=1", "--preset is missing, must be one of: quick, seed, pipelined"},
            {"--preset=sleep --servers=tomcat", "--servers is tomcat, must be one of: threaded-selector, simple"},
            {"--preset=sleep --connections=11", "--connections is 11, must be one of: 10"},
            {"--preset=ycsb --sizes=300", "--sizes is 300, must be left out with ycsb"},
            {"--preset=connections --servers=simple --connections=10", "the cut leaves nothing of connections"},
            {"--preset=sleep --sizes=x", "--sizes is x, must be a whole number"},
            {"--preset=sleep --rounds=0", "rounds is 0, must be 1 to 10000"},
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
