package io.grizzlythrift.bench.ycsb;

import io.grizzlythrift.bench.load.Machine;
import io.grizzlythrift.bench.process.Children;
import io.grizzlythrift.bench.process.JavaCommand;
import io.grizzlythrift.bench.process.ServerProcess;
import io.grizzlythrift.bench.results.Occasion;
import io.grizzlythrift.bench.results.Setup;
import io.grizzlythrift.bench.results.YcsbMeasurement;
import io.grizzlythrift.bench.results.YcsbMeasurement.Latency;
import io.grizzlythrift.bench.results.YcsbMeasurement.Phase;
import io.grizzlythrift.samples.mapkeeper.YcsbJob;
import io.grizzlythrift.samples.mapkeeper.YcsbPhase;
import io.grizzlythrift.samples.mapkeeper.YcsbReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Starts servers, each in a process of its own, and lets YCSB load and run, each phase in a process of its own. */
public final class YcsbRun {
    /** Exit codes of a JVM that SIGINT or SIGTERM has ended. */
    private static final Set<Integer> TERMINATED = Set.of(130, 143);

    private final Children children;
    private final JavaCommand serverJava;
    private final JavaCommand clientJava;
    private final Consumer<String> progress;

    /**
     * Prepares to start processes.
     *
     * @param children ends those that run when this process is ended
     * @param serverJava how to start the bench for a server
     * @param clientJava how to start the bench for a client: YCSB takes all of it but the main class
     * @param progress takes lines for people, about one per second
     */
    public YcsbRun(Children children, JavaCommand serverJava, JavaCommand clientJava, Consumer<String> progress) {
        this.children = children;
        this.serverJava = serverJava;
        this.clientJava = clientJava;
        this.progress = progress;
    }

    /**
     * Measures once, on a new server that is ended afterwards. If the load phase fails, the operations of the run phase
     * are never tried, and count as failed.
     *
     * @param occasion where in its comparison the run belongs
     * @param serverOptions options of {@code serve} beside the service and the protocol
     * @param plan what YCSB shall do; {@link YcsbPlan#checkFor} tells whether the server can serve it
     * @return the result, valid or not
     * @throws IOException if the server or YCSB cannot be started, if YCSB is terminated as by Ctrl-C, or if its report
     *     is none
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public YcsbMeasurement measure(Occasion occasion, List<String> serverOptions, YcsbPlan plan)
            throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(serverOptions);
        options.add("--service=" + plan.store().service());
        options.add("--protocol=compact");
        try (ServerProcess server = ServerProcess.start(children, serverJava, options)) {
            YcsbJob job = plan.job(server.port());
            Phase load = phase(YcsbPhase.LOAD, job);
            Phase run = load.failed() == 0
                    ? phase(YcsbPhase.RUN, job)
                    : new Phase(0, 0, plan.operations(), "run: not tried, as the load failed", Map.of());
            return new YcsbMeasurement(
                    occasion,
                    new Setup(server.options(), server.flags(), clientJava.flags()),
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                    plan.client().toString(),
                    plan.store().toString(),
                    plan.letter().toString(),
                    plan.threads(),
                    plan.records(),
                    plan.operations(),
                    load,
                    run,
                    Machine.here());
        }
    }

    private Phase phase(YcsbPhase phase, YcsbJob job) throws IOException, InterruptedException {
        Path report = Files.createTempFile("bench-ycsb", ".txt");
        report.toFile().deleteOnExit();
        try {
            YcsbPhase.Result result = phase.run(this::start, job, report, progress);
            if (TERMINATED.contains(result.exitCode())) {
                throw new IOException("YCSB was terminated");
            }
            result.problems().forEach(progress);
            return measured(result);
        } finally {
            Files.deleteIfExists(report);
        }
    }

    private Process start(String mainClass, List<String> arguments, Duration limit) throws IOException {
        JavaCommand ycsb = new JavaCommand(clientJava.java(), clientJava.flags(), clientJava.classPath(), mainClass);
        Process child = children.start(ycsb.with(arguments).redirectErrorStream(true));
        child.onExit()
                .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(late -> child.destroyForcibly());
        return child;
    }

    private static Phase measured(YcsbPhase.Result result) {
        YcsbReport report = result.report();
        List<String> problems = result.problems();
        Map<String, Latency> latencies = new HashMap<>();
        for (String operation : report.operations()) {
            YcsbReport.Latency latency = report.latency(operation);
            latencies.put(operation, new Latency(latency.mean(), latency.p95(), latency.p99()));
        }
        // YCSB's own figure counts operations that failed, which are fast.
        double operationsPerSecond = result.succeeded() / report.seconds();
        return new Phase(
                Double.isNaN(operationsPerSecond) ? 0 : operationsPerSecond,
                result.succeeded(),
                problems.isEmpty() ? 0 : Math.max(1, result.failed()),
                problems.isEmpty() ? "" : problems.get(0),
                latencies);
    }
}
