package io.grizzlythrift.bench;

import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.ProcessArguments;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.ResultFiles;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.results.YcsbMeasurement.Phase;
import io.grizzlythrift.bench.server.ServerSettings;
import io.grizzlythrift.bench.server.Servers;
import io.grizzlythrift.bench.service.WireProtocol;
import io.grizzlythrift.bench.ycsb.YcsbClient;
import io.grizzlythrift.bench.ycsb.YcsbPlan;
import io.grizzlythrift.bench.ycsb.YcsbRun;
import io.grizzlythrift.bench.ycsb.YcsbStore;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.ycsb.YcsbWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs YCSB's load and run phases on one server. */
@Command(
        name = "ycsb",
        description = {
            "Starts a MapKeeper server, and YCSB to load records and run a workload on them, each in a separate"
                    + " process. The exit code is 1 if any operation failed, was never tried, or read bytes other"
                    + " than those written."
        },
        showDefaultValues = true,
        sortOptions = false)
final class YcsbCommand implements Callable<Integer> {
    private static final int MAX_FRAME_BYTES = 1 << 25;

    @Spec
    private CommandSpec spec;

    @Mixin
    private ServerOptions server;

    @Option(
            names = "--client",
            defaultValue = "libthrift",
            paramLabel = "NAME",
            description = "YCSB's client: libthrift (a blocking socket per thread) or grizzly (4 connections for all"
                    + " threads).")
    private YcsbClient client;

    @Option(
            names = "--store",
            defaultValue = "memory",
            paramLabel = "NAME",
            description = "The server's store: memory keeps the records, and YCSB checks the values that it reads; stub"
                    + " stores nothing and replies at once.")
    private YcsbStore store;

    @Option(
            names = "--workload",
            defaultValue = "a",
            paramLabel = "LETTER",
            description = "YCSB's core workload: a (reads and updates), b (few updates), c (reads only), d (reads of"
                    + " the latest, few inserts), e (scans, few inserts), f (reads and read-modify-writes).")
    private YcsbWorkload workload;

    @Option(
            names = "--threads",
            defaultValue = "8",
            paramLabel = "N",
            description = "YCSB's threads, 1 to 256; at most one per record and operation, and 1 for the server simple,"
                    + " which serves one connection at a time.")
    private int threads;

    @Option(
            names = "--records",
            defaultValue = "10000",
            paramLabel = "N",
            description = "Records to load, 1 to 1000000, of about 1.2 kB each.")
    private int records;

    @Option(
            names = "--operations",
            defaultValue = "200000",
            paramLabel = "N",
            description = "Operations to run on them, 1 to 10000000.")
    private int operations;

    @Option(
            names = "--server-jvm",
            defaultValue = CompareCommand.DEFAULT_FLAGS,
            paramLabel = "FLAGS",
            description = "Flags of the server's JVM, as one argument.")
    private String serverFlags;

    @Option(
            names = "--client-jvm",
            defaultValue = CompareCommand.DEFAULT_FLAGS,
            paramLabel = "FLAGS",
            description = "Flags of YCSB's JVMs, as one argument.")
    private String clientFlags;

    @Option(names = "--json", paramLabel = "FILE", description = "Also write the result to this file.")
    private Optional<Path> json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        YcsbPlan plan = new YcsbPlan(client, store, new YcsbJob(workload, records, operations, threads));
        server.requireEffect();
        checkServer();
        plan.checkFor(server.server());
        String contender = server.server().equals("grizzly") ? "grizzly " + server.strategy() : server.server();
        String group = String.format(
                Locale.ROOT,
                "workload %s, %s store, %s client: %,d records, %,d operations, %d threads",
                workload,
                store,
                client,
                records,
                operations,
                threads);
        say(contender + ", " + group);
        try (Children children = new Children()) {
            YcsbRun run = new YcsbRun(children, javaCommand(serverFlags), javaCommand(clientFlags), this::say);
            YcsbMeasurement result = run.measure(new Occasion("ycsb", group, contender, 1), server.arguments(), plan);
            if (json.isPresent()) {
                ResultFiles.write(json.get(), result);
            }
            return report(result, spec.commandLine().getOut());
        }
    }

    /** Prints both phases; returns the exit code. */
    static int report(YcsbMeasurement result, PrintWriter out) {
        print("load", result.load(), out);
        print("run", result.run(), out);
        if (result.valid()) {
            out.println("no operation failed");
        }
        out.flush();
        return result.valid() ? 0 : 1;
    }

    private static void print(String label, Phase phase, PrintWriter out) {
        out.printf(Locale.ROOT, "%s: %,.0f operations/s%n", label, phase.operationsPerSecond());
        new TreeMap<>(phase.latencies())
                .forEach((operation, latency) -> out.printf(
                        Locale.ROOT,
                        "  %-17s us: mean %,.1f  p95 %,.0f  p99 %,.0f%n",
                        operation,
                        latency.mean(),
                        latency.p95(),
                        latency.p99()));
        if (phase.failed() > 0) {
            out.printf(
                    Locale.ROOT,
                    "INVALID RUN: %,d of %s failed; first: %s%n",
                    phase.failed(),
                    label,
                    phase.firstProblem());
        }
    }

    /** Rejects settings that the server's process would reject, before it is started. */
    private void checkServer() {
        ServerSettings settings = new ServerSettings(
                "127.0.0.1",
                0,
                WireProtocol.COMPACT,
                server.strategy(),
                server.ioThreads(),
                server.workerThreads(),
                MAX_FRAME_BYTES);
        Servers.create(server.server(), settings).close();
    }

    private static JavaCommand javaCommand(String flags) {
        return JavaCommand.of(Optional.empty(), ProcessArguments.words(flags), Bench.class);
    }

    private void say(String line) {
        PrintWriter writer = spec.commandLine().getOut();
        writer.println(line);
        writer.flush();
    }
}
