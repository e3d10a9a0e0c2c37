package io.grizzlythrift.bench.report;

import io.grizzlythrift.bench.TestFolder;
import io.grizzlythrift.bench.load.LatencyMicros;
import io.grizzlythrift.bench.load.LoadResult;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import io.grizzlythrift.bench.machine.Machine;
import io.grizzlythrift.bench.results.Comparison;
import io.grizzlythrift.bench.results.LoadMeasurement;
import io.grizzlythrift.bench.results.Measurement;
import io.grizzlythrift.bench.results.MemoryMeasurement;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.Setup;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbReport.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Result files of invented runs, in a separate folder that exists until this is closed. Each run ends ten seconds after
 * the previous one.
 */
public final class MadeUpRuns implements AutoCloseable {
    static final Machine MACHINE = new Machine(
            2,
            "Some CPU",
            8L << 30,
            "Linux 6 amd64",
            "Some VM 17",
            "performance",
            "abc123",
            Map.of("libthrift", "0.25.0", "grizzly", "4.0.2"));
    private static final double STEAL = 0.25;

    private final Path directory;
    private Setup setup;
    private Machine machine = MACHINE;
    private Instant date = Instant.parse("2026-01-01T00:00:00Z");
    private int files;

    public MadeUpRuns() throws IOException {
        directory = Files.createTempDirectory("bench-results");
        serve("--server=netty");
    }

    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        TestFolder.delete(directory);
    }

    /** Sets the options of the server of the following runs. */
    void serve(String... options) {
        setup = new Setup(List.of(options), List.of("-Xmx1g"), List.of());
    }

    void moveTo(Machine other) {
        machine = other;
    }

    /** Writes runs of one contender, one for each number of calls; 0 makes a run invalid. */
    public void load(String preset, String group, LoadPlan plan, String contender, double... callsPerSecond)
            throws IOException {
        for (int i = 0; i < callsPerSecond.length; i++) {
            Occasion occasion = new Occasion(preset, group, contender, i + 1);
            write(new LoadMeasurement(occasion, setup, result(plan, callsPerSecond[i])));
        }
    }

    private LoadResult result(LoadPlan plan, double callsPerSecond) {
        boolean valid = callsPerSecond > 0;
        double shown = valid ? callsPerSecond : 999_999_999;
        return new LoadResult(
                date.toString(),
                "raw",
                plan,
                valid,
                valid ? 0 : 7,
                valid ? "" : "wrong answer | <of> call 3",
                (long) shown,
                1,
                shown,
                5,
                1e6 / shown,
                2.25,
                2,
                1,
                64L << 20,
                1,
                new LatencyMicros(1e6 / shown, 7, 1e6 / shown, 15, 20, 30, 2e6 / shown, 4000, 50_000),
                STEAL,
                machine);
    }

    public void memory(String contender, double heap, double outside) throws IOException {
        boolean valid = heap > 0;
        write(new MemoryMeasurement(
                new Occasion("memory", "10000 idle connections", contender, 1),
                setup,
                date.toString(),
                10_000,
                valid,
                valid ? "" : "refused",
                heap,
                outside,
                Double.NaN,
                machine));
    }

    public void ycsb(String workload, String contender, double operationsPerSecond) throws IOException {
        write(new YcsbMeasurement(
                new Occasion("ycsb", "workload " + workload, contender, 1),
                setup,
                date.toString(),
                "libthrift",
                "memory",
                workload,
                4,
                1000,
                2000,
                new YcsbMeasurement.Phase(operationsPerSecond / 2, 1000, 0, "", Map.of()),
                new YcsbMeasurement.Phase(
                        operationsPerSecond,
                        2000,
                        0,
                        "",
                        Map.of(
                                "UPDATE", new Latency(5, 6, 7),
                                "READ", new Latency(11, 12, 1313))),
                STEAL,
                machine));
    }

    private void write(Measurement run) throws IOException {
        date = date.plusSeconds(10);
        // The names sort backwards: only the dates determine the order.
        String name = String.format(Locale.ROOT, "run%03d.json", 999 - files++);
        Path file = directory.resolve(run.occasion().preset()).resolve(name);
        ResultFiles.write(file, new Comparison(List.of(), List.of(run)));
    }

    public static LoadPlan echo(int size, int connections, int inFlight) {
        return plan(Method.ECHO, size, connections, inFlight, 0, 0);
    }

    static LoadPlan mixed() {
        return plan(Method.ECHO, 300, 8, 20, 100, 0);
    }

    static LoadPlan due(double callsPerSecond) {
        return plan(Method.ECHO, 300, 40, 10, 0, callsPerSecond);
    }

    private static LoadPlan plan(Method method, int size, int connections, int inFlight, int burnEvery, double rate) {
        return LoadPlan.builder("127.0.0.1", 1)
                .method(method)
                .size(size)
                .handlerTime(Duration.ofMillis(5))
                .connections(connections)
                .inFlight(inFlight)
                .burnEvery(burnEvery)
                .rate(rate)
                .verifyEvery(16)
                .warmup(Duration.ofSeconds(5))
                .duration(Duration.ofSeconds(10))
                .build();
    }
}
