package io.grizzlythrift.bench;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.ycsb.YcsbClient;
import io.grizzlythrift.bench.ycsb.YcsbPlan;
import io.grizzlythrift.bench.ycsb.YcsbRun;
import io.grizzlythrift.bench.ycsb.YcsbStore;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The command from end to end, with server and YCSB in separate processes, on few records. */
public final class YcsbCommandTest {
    private static final List<String> QUICK_START = List.of("-Xmx64m", "-XX:TieredStopAtLevel=1");

    private Path json;

    @BeforeMethod
    void makeFile() throws IOException {
        json = Files.createTempFile("bench-ycsb", ".json");
    }

    @AfterMethod
    void removeFile() throws IOException {
        Files.delete(json);
    }

    /** One connection per YCSB thread, records in memory. */
    @Test(timeOut = 300_000)
    public void measuresWithTheClientOfLibthrift() throws IOException {
        YcsbMeasurement result = measure("--client=libthrift", "--workload=a");
        assertEquals(result.client(), "libthrift");
        assertEquals(result.store(), "memory");
        assertEquals(result.workload(), "a");
        assertEquals(result.run().latencies().keySet(), Set.of("READ", "UPDATE"));
        assertTrue(result.setup().server().contains("--service=mapkeeper"), result.toString());
    }

    /** A read-modify-write consists of two calls, but counts as one operation. */
    @Test(timeOut = 300_000)
    public void measuresWithOurClient() throws IOException {
        YcsbMeasurement result = measure("--client=grizzly", "--workload=f", "--store=stub");
        assertEquals(result.client(), "grizzly");
        assertEquals(result.store(), "stub");
        assertEquals(result.workload(), "f");
        assertEquals(result.run().latencies().keySet(), Set.of("READ", "UPDATE", "READ-MODIFY-WRITE"));
        assertTrue(result.setup().server().contains("--service=mapkeeper-stub"), result.toString());
    }

    /** The server rejects frames of the size of a record. */
    @Test(timeOut = 300_000)
    public void failedOperationsMakeTheRunInvalid() throws Exception {
        YcsbPlan plan = new YcsbPlan(YcsbClient.LIBTHRIFT, YcsbStore.MEMORY, new YcsbJob(YcsbWorkload.A, 50, 200, 2));
        JavaCommand java = JavaCommand.of(Optional.empty(), QUICK_START, Bench.class);
        YcsbMeasurement result;
        List<String> lines = new ArrayList<>();
        try (Children children = new Children()) {
            result = new YcsbRun(children, java, java, lines::add)
                    .measure(
                            new Occasion("test", "small frames", "nonblocking", 1),
                            List.of("--server=nonblocking", "--max-frame=500"),
                            plan);
        }
        assertEquals(result.load().succeeded(), 0);
        assertEquals(result.load().failed(), 50);
        assertEquals(result.load().operationsPerSecond(), 0.0, "none that succeeded");
        assertEquals(result.run().failed(), 200);
        StringWriter out = new StringWriter();
        assertEquals(YcsbCommand.report(result, new PrintWriter(out)), 1);
        assertTrue(out.toString().contains("INVALID RUN: 50 of load failed; first: load: 0 of 50"), out.toString());
        assertTrue(out.toString().contains("INVALID RUN: 200 of run failed; first: run: not tried"), out.toString());
        assertTrue(lines.stream().anyMatch(line -> line.contains("TTransportException")), lines.toString());
    }

    /** Options that are rejected, with a part of the message. */
    @DataProvider
    public Object[][] badOptions() {
        return new Object[][] {
            {
                "serve --server grizzly --service nothing",
                "--service is nothing, must be one of: bench, mapkeeper, mapkeeper-stub"
            },
            {"ycsb", "--server is missing, must be one of: simple"},
            {"ycsb --server nobody", "--server is nobody, must be one of: simple"},
            {
                "ycsb --server grizzly --strategy nothing",
                "--strategy is nothing, must be one of: same-thread, worker-thread, leader-follower"
            },
            {"ycsb --server grizzly --client raw", "--client is raw, must be one of: libthrift, grizzly"},
            {"ycsb --server grizzly --store disk", "--store is disk, must be one of: memory, stub"},
            {"ycsb --server grizzly --workload g", "--workload is g, must be one of: a, b, c, d, e, f"},
            {"ycsb --server grizzly --threads 0", "threads is 0, must be 1 to 256"},
            {"ycsb --server grizzly --threads 257", "threads is 257, must be 1 to 256"},
            {"ycsb --server grizzly --threads 3 --records 2", "threads is 3, must be 1 to 2"},
            {"ycsb --server grizzly --threads 3 --operations 2", "threads is 3, must be 1 to 2"},
            {"ycsb --server grizzly --records 0", "records is 0, must be 1 to 1000000"},
            {"ycsb --server grizzly --records 1000001", "records is 1000001, must be 1 to 1000000"},
            {"ycsb --server grizzly --operations 0", "operations is 0, must be 1 to 10000000"},
            {"ycsb --server grizzly --operations 10000001", "operations is 10000001, must be 1 to 10000000"},
            {"ycsb --server netty --io-threads 0", "io-threads is 0, must be 1 to 256"},
            {"ycsb --server hsha --worker-threads 0", "worker-threads of hsha is 0, must be 1 to 10000"},
            {"ycsb --server netty --strategy same-thread", "--strategy is same-thread, must be left out"},
        };
    }

    /** Bad options cause a one-line error and exit code 2. */
    @Test(dataProvider = "badOptions")
    public void rejectsBadOptionsInOneLine(String line, String expected) {
        CommandRun.of(line).assertRefused(expected);
    }

    private YcsbMeasurement measure(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "ycsb",
                "--server=grizzly",
                "--strategy=leader-follower",
                "--threads=2",
                "--records=50",
                "--operations=200",
                "--server-jvm=" + String.join(" ", QUICK_START),
                "--client-jvm=" + String.join(" ", QUICK_START),
                "--json=" + json));
        all.addAll(List.of(arguments));
        CommandRun run = CommandRun.of(all);
        assertEquals(run.exitCode(), 0, run.toString());
        assertTrue(run.out().contains("no operation failed"), run.out());
        YcsbMeasurement result = (YcsbMeasurement) ResultFiles.read(json, Measurement.class);
        assertTrue(result.valid(), result.toString());
        assertEquals(result.load().succeeded(), 50);
        assertEquals(result.load().latencies().keySet(), Set.of("INSERT"));
        assertTrue(result.load().operationsPerSecond() > 0, result.toString());
        assertEquals(result.run().succeeded(), 200);
        assertTrue(result.run().operationsPerSecond() > 0, result.toString());
        assertEquals(result.occasion().contender(), "grizzly leader-follower");
        return result;
    }
}
