package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Whole comparisons in separate processes, as short as possible. */
public final class CompareCommandTest {
    private static final String QUICK_START = "-Xmx64m -XX:TieredStopAtLevel=1";

    private Path results;

    @BeforeMethod
    void makeFolder() throws IOException {
        results = Files.createTempDirectory("bench-compare");
    }

    @AfterMethod
    void removeFolder() throws IOException {
        TestFolder.delete(results);
    }

    /** Clients take turns on one server. */
    @Test(timeOut = 300_000)
    public void comparesClientsOfOneServer() throws IOException {
        String table = compare(
                "--server=--server grizzly --strategy same-thread -Dof=server",
                "--a=--client tasync --connections 3",
                "--b=--client grizzly-async --in-flight 5 -Dof=b",
                "--connections=2",
                "--size=20");
        assertTrue(table.contains("\nclient "), table);
        List<Measurement> runs =
                RunFiles.readFile(results.resolve("compare.json")).runs();
        LoadMeasurement first = (LoadMeasurement) runs.get(0);
        LoadMeasurement second = (LoadMeasurement) runs.get(1);
        assertEquals(first.load().client(), "tasync");
        assertEquals(first.load().plan().connections(), 3);
        assertEquals(first.load().plan().size(), 20);
        assertEquals(second.load().client(), "grizzly-async");
        assertEquals(second.load().plan().connections(), 2);
        assertEquals(second.load().plan().inFlight(), 5);
        assertEquals(second.load().plan().port(), first.load().plan().port(), "one server for both");
        assertTrue(
                first.setup().serverFlags().contains("-Dof=server"),
                first.setup().serverFlags().toString());
        assertEquals(first.setup().clientFlags(), List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"));
        assertEquals(second.setup().clientFlags(), List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Dof=b"));
        assertTrue(
                second.setup().server().contains("same-thread"),
                second.setup().server().toString());
    }

    /** Servers take turns under the load of one client. */
    @Test(timeOut = 300_000)
    public void comparesServersUnderOneLoad() throws IOException {
        String table = compare("--a=--server netty -Dof=a", "--b=--server nonblocking", "--client=tsocket");
        assertTrue(table.contains("\nserver "), table);
        assertTrue(table.contains("For handlers that return at once (echo 300 B, compact, 40 connections): "), table);
        assertTrue(table.contains("\nMeasured on "), table);
        List<Measurement> runs =
                RunFiles.readFile(results.resolve("compare.json")).runs();
        LoadMeasurement first = (LoadMeasurement) runs.get(0);
        LoadMeasurement second = (LoadMeasurement) runs.get(1);
        assertEquals(first.setup().serverFlags(), List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-Dof=a"));
        assertEquals(second.setup().serverFlags(), List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"));
        assertTrue(
                second.setup().server().contains("nonblocking"),
                second.setup().server().toString());
        assertEquals(first.load().client(), "tsocket");
        assertEquals(second.load().plan().threads(), 40);
        assertTrue(second.load().plan().port() != first.load().plan().port(), "a server each");
    }

    private String compare(String... arguments) {
        List<String> all = new ArrayList<>(List.of(
                "compare",
                "--rounds=1",
                "--first-warmup=100ms",
                "--warmup=200ms",
                "--duration=300ms",
                "--server-jvm=" + QUICK_START,
                "--load-jvm=" + QUICK_START,
                "--out=" + results));
        all.addAll(List.of(arguments));
        CommandRun run = CommandRun.of(all);
        assertEquals(run.exitCode(), 0, run.toString());
        return run.out();
    }
}
